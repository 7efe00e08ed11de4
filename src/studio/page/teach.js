// A game is taught by its picture: where its cells are, what is on them, and how it is played on.

import { ask, choice, field, games, h, says } from "./app.js";
import { empty, hasGoal, hasLetters, hasNumbers, isOnBoard, kindsOf, read, write } from "./grid.js";
import { stage } from "./stage.js";

export async function show(place) {
  const known = (await games()).filter((game) => game.taught);
  new Lesson(place, known);
}

class Lesson {
  constructor(place, known) {
    this.known = known;
    this.game = known.find((game) => game.name === "dungeons") ?? known[0];
    this.shot = null;
    this.board = empty(this.game, 8, 8);
    this.area = null;
    // Only what the user set himself is told: what was proposed, or found by the text, is not.
    this.isAreaTold = false;
    this.groups = null;
    this.kind = null;
    this.draft = null;
    this.stage = stage({
      place: (index) => this.put(index, this.kind),
      type: (index, letter) => this.put(index, letter),
      area: (area) => this.setArea(area),
      told: (index) => this.nameOf(index),
    });
    this.steps = h("div", {}, this.pictureStep(), this.boardStep(), this.textStep(), this.profileStep());
    const stageCard = h("div", { className: "card" }, this.stage.element);
    place.replaceChildren(h("div", { className: "columns teach" }, this.steps, stageCard));
    this.pick(this.game);
  }

  // 1. The picture

  pictureStep() {
    this.windows = h("ul", { className: "windows" });
    this.pictureSaid = says();
    const file = h("input", { type: "file", accept: "image/png", onchange: () => file.files[0] && this.drop(file.files[0]) });
    const over = (event) => event.preventDefault();
    const dropped = (event) => {
      event.preventDefault();
      if (event.dataTransfer.files[0]) this.drop(event.dataTransfer.files[0]);
    };
    return h("section", { className: "card", ondragover: over, ondrop: dropped },
      h("h2", {}, "1. A picture of the game"),
      h("button", { type: "button", onclick: () => this.look() }, "Show all windows"),
      this.windows,
      field("Or a screenshot (PNG); it may be dropped here", file),
      this.pictureSaid);
  }

  async look() {
    this.pictureSaid.say("Looking …");
    try {
      const all = await ask("teach/windows");
      this.windows.replaceChildren(...all.map((one) => h("li", {},
        h("button", { type: "button", onclick: () => this.take("teach/window", { id: one.id }) },
          h("img", { src: `/api/teach/window/${one.id}.png?${Date.now()}`, alt: "" }),
          h("span", {}, one.title || "(no title)"), h("small", {}, `${one.width}x${one.height}`)))));
      this.pictureSaid.say(all.length ? "Choose the game's window." : "There are no windows.");
    } catch (error) {
      this.pictureSaid.say(error.message, "wrong");
    }
  }

  async drop(file) {
    await this.take("teach/picture", undefined, { method: "POST", headers: { "Content-Type": "image/png" }, body: file });
  }

  async take(path, body, init) {
    this.pictureSaid.say("Taking it …");
    try {
      this.shot = await ask(path, body, init);
    } catch (error) {
      this.pictureSaid.say(error.message, "wrong");
      return;
    }
    this.pictureSaid.say(`${this.shot.window ?? "The picture"}: ${this.shot.width}x${this.shot.height} pixels`, "right");
    this.stage.picture(this.shot);
    this.changed();
    this.setArea(null);
    if (this.window.value === "" && this.shot.window) this.window.value = this.shot.window;
    this.windows.replaceChildren();
    await this.propose();
  }

  /** The grid that the picture may show, and which of its cells look alike. */
  async propose() {
    const shot = this.shot;
    const found = await ask("teach/propose", { picture: shot.picture }).catch(() => null);
    // What was told before or meanwhile counts more.
    if (shot !== this.shot || this.isAreaTold || !this.isBlank() || !isOnBoard(this.game)) return;
    const taken = this.pictureSaid.textContent;
    if (!found) return this.pictureSaid.say(`${taken}. No grid is proposed.`, "right");
    this.setBoard(empty(this.game, found.columns, found.rows));
    this.groups = found.groups;
    this.showArea(found);
    const doubt = found.doubt ? ` Not sure: ${found.doubt}.` : "";
    const proposed = `A grid of ${found.columns} x ${found.rows} cells is proposed: look whether it is right.`;
    this.pictureSaid.say(`${taken}. ${proposed}${doubt}`, doubt ? "wrong" : "");
  }

  /** Whether nothing was told of the board. */
  isBlank() {
    const { columns, rows } = this.board ?? {};
    return Boolean(columns) && this.text.value === write(this.game, empty(this.game, columns, rows));
  }

  /** The cells of the grid that was drawn, at the edges near it. */
  async group() {
    const { shot, area, board } = this;
    const told = await ask("teach/group", {
      picture: shot.picture, columns: board.columns, rows: board.rows, board: [area.left, area.top, area.width, area.height],
    }).catch(() => null);
    if (shot !== this.shot || area !== this.area || board !== this.board) return;
    this.groups = told?.groups ?? null;
    if (told) this.showArea(told);
  }

  // 2. The cells

  boardStep() {
    this.which = choice(this.known.map((game) => [game.name, game.title]), this.game.name, {
      onchange: () => this.pick(this.known.find((game) => game.name === this.which.value)),
    });
    const count = () => h("input", { type: "number", min: 1, max: 64, value: 8, onchange: () => this.resize() });
    [this.columns, this.rows] = [count(), count()];
    this.sides = ["left", "top", "width", "height"].map((name) => [name, h("input", { type: "number", min: 0, onchange: () => this.typedArea() })]);
    this.palette = h("div", { role: "radiogroup", "aria-label": "What is put on a cell", className: "palette" });
    this.numbers = h("div", { className: "numbers" });
    this.layer = choice([["cells", "the start"], ["goal", "the goal"]], "cells", { onchange: () => this.draw() });
    this.layerField = field("The cells show", this.layer);
    this.areaHint = h("p", { className: "hint" });
    return h("section", { className: "card" },
      h("h2", {}, "2. What it shows"),
      field("Game", this.which),
      h("div", { className: "row" }, field("Columns", this.columns), field("Rows", this.rows), this.layerField),
      h("details", {}, h("summary", {}, "Where the cells are"),
        h("div", { className: "row" }, ...this.sides.map(([name, input]) => field(`${name[0].toUpperCase()}${name.slice(1)}`, input))),
        h("p", { className: "hint" }, "Pixels of the picture. The round handles at two corners can be dragged. A place that you did not set is found by the text.")),
      this.areaHint, this.palette, this.numbers);
  }

  pick(game) {
    this.game = game;
    this.kind = kindsOf(game)[0][0];
    this.layerField.hidden = !hasGoal(game);
    this.layer.value = "cells";
    this.setBoard(empty(game, Number(this.columns.value) || 8, Number(this.rows.value) || 8));
    this.drawPalette();
    this.areaHint.textContent = isOnBoard(game)
      ? "Choose what a cell shows, then click on cells. On the picture, arrow keys move and Enter puts; a letter puts itself."
      : "Draw the wanted shape, as the small picture beside the board shows it.";
  }

  drawPalette() {
    const letters = hasLetters(this.game) ? [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) => [letter, null]) : [];
    const option = ([letter, meaning]) => h("label", { className: "beside" },
      h("input", { type: "radio", name: "kind", checked: letter === this.kind, onchange: () => (this.kind = letter) }),
      h("b", {}, letter === " " ? "␣" : letter), meaning ?? `block ${letter}`);
    const blocks = letters.length ? h("details", {}, h("summary", {}, "Blocks, a letter each"), ...letters.map(option)) : null;
    this.palette.replaceChildren(...[...kindsOf(this.game).map(option), blocks].filter(Boolean));
  }

  resize() {
    const [columns, rows] = [this.columns, this.rows].map((input) => Math.max(1, Math.min(64, Number(input.value) || 1)));
    const old = this.board, board = empty(this.game, columns, rows);
    for (let at = 0; at < columns * rows; at++) {
      const [x, y] = [at % columns, Math.floor(at / columns)];
      if (x >= old.columns || y >= old.rows) continue;
      board.cells[at] = old.cells[y * old.columns + x];
      board.goal[at] = old.goal[y * old.columns + x];
    }
    board.above.forEach((_, at) => (board.above[at] = old.above[at] ?? 0));
    board.left.forEach((_, at) => (board.left[at] = old.left[at] ?? 0));
    this.groups = null;
    this.setBoard(board);
    if (this.isAreaTold && this.shot) this.group();
  }

  /** Another board is shown; its text follows unless it is where the board comes from. */
  setBoard(board, from) {
    this.board = board;
    [this.columns.value, this.rows.value] = [board.columns, board.rows];
    if (from !== "text") this.text.value = write(this.game, board);
    this.drawNumbers();
    this.draw();
    this.changed();
  }

  drawNumbers() {
    if (!hasNumbers(this.game)) return this.numbers.replaceChildren();
    const inputs = (name, side) => h("div", { className: "row", role: "group", "aria-label": name }, h("span", {}, name),
      ...this.board[side].map((number, at) => h("input", {
        type: "number", min: 0, max: 64, value: number, "aria-label": `${name} ${at + 1}`,
        oninput: (event) => {
          this.board[side][at] = Number(event.target.value) || 0;
          this.text.value = write(this.game, this.board);
          this.changed();
        },
      })));
    this.numbers.replaceChildren(inputs("Columns", "above"), inputs("Rows", "left"));
  }

  /** Where the user says that the cells are: null is not told, and found by the text. */
  setArea(area) {
    this.isAreaTold = Boolean(area);
    this.groups = null;
    this.showArea(area);
    if (area && this.shot) this.group();
  }

  /** Where the cells are shown. */
  showArea(area) {
    this.area = area;
    for (const [name, input] of this.sides) input.value = area ? Math.round(area[name]) : "";
    this.draw();
    this.changed();
  }

  typedArea() {
    const area = Object.fromEntries(this.sides.map(([name, input]) => [name, Number(input.value)]));
    if (area.width > 0 && area.height > 0) this.setArea(area);
  }

  draw() {
    const shown = this.shot && isOnBoard(this.game);
    const layer = this.layer.value;
    this.stage.board(shown ? { columns: this.board.columns, rows: this.board.rows, cells: this.board[layer] } : null, this.area);
    if (!isOnBoard(this.game)) this.stage.apart({ columns: this.board.columns, rows: this.board.rows, cells: this.board.cells });
  }

  nameOf(index) {
    const letter = this.board[this.layer.value][index];
    const kind = kindsOf(this.game).find(([own]) => own === letter);
    return kind?.[1] ?? `block ${letter}`;
  }

  /** Puts a letter on a cell, and on all that look like it. */
  put(index, letter) {
    const allowed = kindsOf(this.game).some(([own]) => own === letter) || (hasLetters(this.game) && /^[A-Z]$/.test(letter));
    if (!allowed) return false;
    const layer = this.board[this.layer.value];
    const isThing = hasLetters(this.game) && letter !== "." && letter !== " ";
    const group = isThing || this.layer.value === "goal" || !isOnBoard(this.game) ? null : this.groups?.[index];
    for (let at = 0; at < layer.length; at++) {
      if (at === index || (group !== null && group !== undefined && this.groups[at] === group)) layer[at] = letter;
    }
    this.text.value = write(this.game, this.board);
    this.draw();
    this.changed();
    return true;
  }

  // 3. The text

  textStep() {
    this.textSaid = says();
    this.text = h("textarea", { rows: 10, spellcheck: false, autocomplete: "off", oninput: () => this.typed() });
    return h("section", { className: "card" },
      h("h2", {}, "3. The same as text"),
      field("It follows what you click, and may be pasted instead", this.text), this.textSaid);
  }

  typed() {
    const board = read(this.game, this.text.value);
    this.textSaid.say(board ? "" : "This is not a plain board; it is read as it is.");
    if (!board) return this.changed();
    // A grid of another size was not of this board.
    if (board.columns !== this.board.columns || board.rows !== this.board.rows) this.setArea(null);
    this.setBoard(board, "text");
  }

  // 4. The profile

  profileStep() {
    this.said = h("div", { role: "status" });
    this.name = h("input", { value: "mine", required: true, onchange: () => this.changed() });
    this.window = h("input", { onchange: () => this.changed() });
    this.next = h("input", { placeholder: "key:space", onchange: () => this.changed() });
    this.reset = h("input", { placeholder: "key:r", onchange: () => this.changed() });
    this.submit = h("input", { placeholder: "click:300,420", onchange: () => this.changed() });
    this.replace = h("input", { type: "checkbox", id: "replace" });
    const button = (text, act, kind = "") => h("button", { type: "button", className: kind, onclick: act }, text);
    this.readButton = button("Read", () => this.readNow(), "main");
    this.againButton = button("Read again", () => this.again());
    this.tryButton = button("Try", () => this.tryOut());
    this.saveButton = button("Save", () => this.save());
    return h("section", { className: "card" },
      h("h2", {}, "4. Read, try, save"),
      h("div", { className: "row" }, field("The profile's name", this.name), field("The window's title has", this.window)),
      h("div", { className: "row" }, field("To the next puzzle", this.next), field("To take moves back", this.reset), field("To hand it in once solved", this.submit)),
      h("p", { className: "hint" }, "Steps such as key:space, key:ctrl+n or click:120,40 (pixels of the picture); auto where the next puzzle comes by itself; empty where there is none."),
      h("div", { className: "row" }, this.readButton, this.againButton, this.tryButton, this.saveButton,
        h("label", { className: "beside", htmlFor: "replace" }, this.replace, "Replace one of that name")),
      this.said);
  }

  say(text, kind = "", more = []) {
    this.said.replaceChildren(h("p", { className: kind }, text), ...more);
  }

  /** What was read before is of another board by now. */
  changed() {
    this.draft = null;
    this.stage?.notes([]);
    this.stage?.arrows([]);
    this.readButton.disabled = !this.shot;
    for (const button of [this.againButton, this.tryButton, this.saveButton]) button.disabled = true;
    this.said.replaceChildren();
  }

  async act(doing, act) {
    const buttons = [this.readButton, this.againButton, this.tryButton, this.saveButton];
    const were = buttons.map((button) => button.disabled);
    buttons.forEach((button) => (button.disabled = true));
    this.say(doing);
    try {
      await act();
    } catch (error) {
      this.say(error.message, "wrong");
    }
    buttons.forEach((button, at) => (button.disabled = were[at]));
    if (this.draft) for (const button of [this.tryButton, this.saveButton]) button.disabled = false;
    if (this.draft && this.shot.window) this.againButton.disabled = false;
  }

  readNow() {
    return this.act("Reading …", async () => {
      const { left, top, width, height } = this.area ?? {};
      const told = await ask("teach/read", {
        game: this.game.name, picture: this.shot.picture, text: this.text.value, name: this.name.value,
        board: this.isAreaTold && isOnBoard(this.game) ? [left, top, width, height].map(Math.round) : null,
        window: this.window.value, next: this.next.value, reset: this.reset.value, submit: this.submit.value,
      });
      this.tell(told, "It is read back as the text says.");
      const { x, y } = told.cells;
      if (isOnBoard(this.game)) {
        this.area = { left: x, top: y, width: told.cells.width, height: told.cells.height };
        for (const [name, input] of this.sides) input.value = Math.round(this.area[name]);
        this.draw();
      }
      this.draft = told.draft;
      this.read = told.text;
    });
  }

  tell(told, text) {
    this.stage.arrows([]);
    this.stage.notes(told.notes);
    const unsure = told.notes.filter((note) => !note.sure).length;
    const more = (told.doubts ?? []).map((doubt) => h("p", {}, `Not sure: ${doubt}`));
    if (unsure) more.unshift(h("p", {}, `${unsure} cells or numbers are not certain: they are red.`));
    this.say(`${text} The least certain of all is so to ${Math.round(100 * told.confidence)} %.`, "right", more);
  }

  again() {
    return this.act("Looking at the window …", async () => {
      const told = await ask("teach/again", { draft: this.draft });
      this.stage.picture({ ...this.shot, picture: told.picture });
      this.read = told.text;
      this.tell(told, "The window shows:");
      this.said.append(h("pre", { tabIndex: 0 }, told.text));
    });
  }

  tryOut() {
    return this.act("Solving …", async () => {
      const told = await ask("teach/try", { draft: this.draft, text: this.read });
      this.stage.arrows(told.moves.flatMap((move) => move.acts));
      const keys = told.moves.flatMap((move) => move.acts).filter((act) => act.act === "keys").flatMap((act) => act.keys);
      const words = { several: "There are several solutions; it would not be played.", impossible: "It has no solution: is it read rightly?", unknown: "No solution was found in time." };
      const first = keys.length ? ` The first keys: ${keys.join(" ")}.` : " The first moves are shown as arrows.";
      this.say(words[told.result] ?? `${told.count} moves.${first} Nothing was pressed.`, told.count ? "right" : "");
    });
  }

  save() {
    return this.act("Saving …", async () => {
      const told = await ask("teach/save", { draft: this.draft, replace: this.replace.checked });
      this.say(`Saved in ${told.folder}. To play:`, "right", [h("pre", { tabIndex: 0 }, told.command)]);
    });
  }
}
