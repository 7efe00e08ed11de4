// The picture of a game with what is drawn over it: cells, what was recognised, and arrows.

import { h } from "./app.js";

const SPACE = "http://www.w3.org/2000/svg";

/** An element of a drawing. */
export function s(name, set = {}, ...inside) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(set)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value);
  }
  element.append(...inside);
  return element;
}

/** A stage: `on` is told which cell was clicked, which letter was typed on one, and where the cells are dragged to. */
export function stage(on) {
  const picture = s("image", {});
  const cells = s("g", { class: "cells" });
  const notes = s("g", { class: "notes" });
  const arrows = s("g", { class: "arrows" });
  const handles = s("g", { class: "handles" });
  const svg = s("svg", { class: "stage", tabindex: 0, role: "application", "aria-label": "The picture and its cells" },
    picture, cells, notes, arrows, handles);
  const said = h("p", { className: "hint", "aria-live": "polite" }, "There is no picture yet.");
  const element = h("div", {}, svg, said);
  let size = null, board = null, area = null, cursor = 0, dragged = null, grabbed = null;

  function cellArea(index) {
    const [width, height] = [area.width / board.columns, area.height / board.rows];
    const [column, row] = [index % board.columns, Math.floor(index / board.columns)];
    return { x: area.left + column * width, y: area.top + row * height, width, height };
  }

  function draw() {
    cells.replaceChildren();
    handles.replaceChildren();
    if (!size || !board) return;
    const of = (index) => {
      const { x, y, width, height } = cellArea(index);
      const label = s("text", { x: x + width / 2, y: y + height / 2, "font-size": Math.min(width, height) * 0.55 });
      label.textContent = board.cells[index] === " " ? "␣" : board.cells[index];
      const box = s("rect", { x, y, width, height, "data-cell": index, onclick: () => choose(index) });
      return s("g", { class: index === cursor ? "cell here" : "cell" }, box, label);
    };
    cells.replaceChildren(...board.cells.map((_, index) => of(index)));
    if (board.apart) return;
    const radius = Math.max(5, Math.min(size.width, size.height) / 60);
    const corner = (name, x, y) => s("circle", { class: "handle", cx: x, cy: y, r: radius, "data-handle": name, onpointerdown: (event) => grab(event, name) });
    handles.replaceChildren(corner("first", area.left, area.top), corner("last", area.left + area.width, area.top + area.height));
  }

  function choose(index) {
    cursor = index;
    on.place(index);
    svg.focus();
    tell();
  }

  function tell() {
    if (!board) return;
    const [column, row] = [cursor % board.columns, Math.floor(cursor / board.columns)];
    said.textContent = `Column ${column + 1}, row ${row + 1}: ${on.told(cursor)}`;
  }

  svg.addEventListener("keydown", (event) => {
    if (!board || event.ctrlKey || event.altKey || event.metaKey) return;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -board.columns, ArrowDown: board.columns };
    if (event.key in steps) {
      const to = cursor + steps[event.key];
      const sameRow = Math.floor(to / board.columns) === Math.floor(cursor / board.columns);
      if (to >= 0 && to < board.cells.length && (sameRow || event.key === "ArrowUp" || event.key === "ArrowDown")) cursor = to;
      draw();
    } else if (event.key === "Enter") on.place(cursor);
    else if (event.key.length !== 1 || !on.type(cursor, event.key)) return;
    event.preventDefault();
    tell();
  });

  // Dragging a corner.
  function place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [Math.max(0, Math.min(size.width, point.x)), Math.max(0, Math.min(size.height, point.y))];
  }
  function grab(event, name) {
    event.preventDefault();
    dragged = name;
    grabbed = area;
    svg.setPointerCapture(event.pointerId);
  }
  svg.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const [x, y] = place(event).map(Math.round);
    const [right, bottom] = [area.left + area.width, area.top + area.height];
    area = dragged === "first"
      ? { left: Math.min(x, right - 4), top: Math.min(y, bottom - 4), width: Math.max(4, right - x), height: Math.max(4, bottom - y) }
      : { ...area, width: Math.max(4, x - area.left), height: Math.max(4, y - area.top) };
    draw();
  });
  svg.addEventListener("pointerup", () => {
    if (!dragged) return;
    dragged = null;
    if (area !== grabbed) on.area({ ...area });
  });

  return {
    element,
    /** Another picture. */
    picture(shot) {
      size = shot;
      svg.setAttribute("viewBox", `0 0 ${shot.width} ${shot.height}`);
      for (const [key, value] of Object.entries({ href: `/api/teach/picture/${shot.picture}.png`, width: shot.width, height: shot.height })) {
        picture.setAttribute(key, value);
      }
      said.textContent = `${shot.width}x${shot.height} pixels`;
    },
    /** The cells; where they are not told they are shown over the middle of the picture. */
    board(shown, told) {
      board = shown;
      if (board && cursor >= board.cells.length) cursor = 0;
      if (size) area = told ?? middle(size, board);
      draw();
    },
    /** Cells of a shape that is drawn beside the picture. */
    apart(shown) {
      const side = 40;
      board = { ...shown, apart: true };
      if (cursor >= board.cells.length) cursor = 0;
      if (!size) return;
      area = { left: size.width + side, top: 0, width: side * shown.columns, height: side * shown.rows };
      svg.setAttribute("viewBox", `0 0 ${area.left + area.width} ${Math.max(size.height, area.height)}`);
      draw();
    },
    /** What was recognised where. */
    notes(all) {
      notes.replaceChildren(...all.map((note) => {
        const title = s("title");
        title.textContent = `${note.label}: ${Math.round(100 * note.confidence)} %`;
        const { x, y, width, height } = note;
        return s("rect", { x, y, width, height, class: note.sure ? "sure" : "unsure" }, title);
      }));
      cells.setAttribute("class", all.length ? "cells quiet" : "cells");
    },
    /** Where the first moves would go, each with its number. */
    arrows(acts) {
      const shown = acts.filter((act) => act.path);
      arrows.replaceChildren(...shown.flatMap((act, index) => arrow(act.path, index + 1)));
    },
  };
}

function middle(size, board) {
  if (!board) return null;
  const side = 0.8 * Math.min(size.width / board.columns, size.height / board.rows);
  const [width, height] = [side * board.columns, side * board.rows];
  return { left: (size.width - width) / 2, top: (size.height - height) / 2, width, height };
}

function arrow(path, number) {
  const [x, y] = path[path.length - 1];
  const label = s("text", { x, y });
  label.textContent = number;
  const dot = s("circle", { cx: x, cy: y, r: 9 });
  if (path.length === 1) return [dot, label];
  return [s("polyline", { points: path.map((point) => point.join(",")).join(" ") }), dot, label];
}
