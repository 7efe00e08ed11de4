// Shows a solution move by move.

import { h } from "./app.js";

/** Milliseconds that a board stays while it plays. */
const PACE = 160;

/** A player for the solution of this number with these moves. */
export function player(solution, moves) {
  const count = moves.length;
  const picture = h("img", { className: "board", onload: enlarge });
  // Small boards are shown at a whole number of their size.
  function enlarge() {
    const times = Math.min(560 / picture.naturalWidth, 480 / picture.naturalHeight);
    picture.width = picture.naturalWidth * Math.max(1, Math.floor(times));
  }
  const slider = h("input", { type: "range", min: 0, max: count, value: 0, "aria-label": "Moves made" });
  const told = h("p", { "aria-live": "off" });
  const list = h("p", { className: "moves" });
  const play = h("button", { type: "button", onclick: () => (timer ? pause() : start()) }, "Play");
  let timer = 0, step = 0;

  function show(next) {
    step = Math.max(0, Math.min(count, next));
    slider.value = step;
    picture.src = `/api/solution/${solution}/${step}.png`;
    picture.alt = step === 0 ? "The board as it starts" : `The board after ${step} of ${count} moves`;
    slider.setAttribute("aria-valuetext", step === 0 ? "start" : `move ${step} of ${count}: ${moves[step - 1]}`);
    told.textContent = step === 0 ? `${count} moves` : `Move ${step} of ${count}: ${moves[step - 1]}`;
    mark();
  }
  // Very many moves are not all written out: what is around the last one made is.
  function mark() {
    const from = Math.max(0, step - 60), to = Math.min(count, step + 120);
    const parts = [from > 0 ? "… " : ""];
    for (let at = from; at < to; at++) {
      parts.push(at === step - 1 ? h("b", {}, moves[at]) : moves[at], " ");
    }
    list.replaceChildren(...parts, to < count ? "…" : "");
  }
  function start() {
    if (step === count) show(0);
    play.textContent = "Pause";
    const tick = async () => {
      show(step + 1);
      await picture.decode().catch(() => {});
      if (timer) timer = step < count ? setTimeout(tick, PACE) : 0;
      if (!timer) pause();
    };
    timer = setTimeout(tick, PACE);
  }
  function pause() {
    clearTimeout(timer);
    timer = 0;
    play.textContent = "Play";
  }
  const to = (next) => () => { pause(); show(next()); };
  slider.addEventListener("input", () => { pause(); show(Number(slider.value)); });
  const button = (text, name, next) => h("button", { type: "button", "aria-label": name, title: name, onclick: to(next) }, text);
  const controls = h("div", { className: "row" },
    button("|◀", "To the start", () => 0),
    button("◀", "One move back", () => step - 1),
    play,
    button("▶", "One move on", () => step + 1),
    button("▶|", "To the end", () => count),
    h("a", { className: "button", href: `/api/solution/${solution}/animation.gif`, download: "solution.gif" }, "Save as GIF"));
  const element = h("section", { className: "player", "aria-label": "Solution", onkeydown: keys }, picture, slider, told, controls, list);
  function keys(event) {
    if (event.target === slider || event.ctrlKey || event.altKey || event.metaKey) return;
    const moves = { ArrowLeft: () => step - 1, ArrowRight: () => step + 1, Home: () => 0, End: () => count };
    if (!(event.key in moves)) return;
    event.preventDefault();
    to(moves[event.key])();
  }
  addEventListener("left", pause, { once: true });
  if (count === 0) {
    for (const control of [slider, told, controls, list]) control.hidden = true;
  }
  show(0);
  return element;
}

/** The steps of a person, a line each. */
export function steps(text) {
  if (!text) return null;
  return h("details", {}, h("summary", {}, "The steps of a person"), h("pre", { tabIndex: 0 }, text));
}
