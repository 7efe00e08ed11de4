// The parts of the page, and what they share. Which part is shown, and what in it, stands behind the # of the address,
// so that links can be shared and the browser's Back works.

import * as solve from "./solve.js";
import * as corpus from "./corpus.js";
import * as teach from "./teach.js";
import * as watch from "./watch.js";

const parts = { teach, watch, corpus, solve };

/** An element: its name, what is set on it, and what is in it. */
export function h(name, set = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(set)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== "list" && key !== "form") element[key] = value;
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...inside.flat().filter((part) => part !== null && part !== undefined && part !== false));
  return element;
}

/** A field with its label. */
export function field(text, element, hint) {
  element.id ||= `f${++fields}`;
  const parts = [h("label", { htmlFor: element.id }, text), element];
  if (hint) {
    const told = h("p", { className: "hint", id: `${element.id}-hint` }, hint);
    element.setAttribute("aria-describedby", told.id);
    parts.push(told);
  }
  return h("div", {}, ...parts);
}
let fields = 0;

/** Asks the program; what it refuses is an error with its reason. */
export async function ask(path, body, init = {}) {
  const how = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  let answer;
  try {
    answer = await fetch(`/api/${path}`, { ...how, ...init });
  } catch {
    throw new Error("gridhand does not answer: does `gridhand studio` still run?");
  }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(told.error ?? `it was refused (${answer.status})`);
  return told;
}

/** The games that the program knows. */
export const games = (() => {
  let known;
  return () => (known ??= ask("games"));
})();

/** A select with these choices. */
export function choice(choices, value, set = {}) {
  const options = choices.map(([name, text]) => h("option", { value: name, selected: name === value }, text));
  return h("select", set, ...options);
}

/** A place to tell what goes on. */
export function says() {
  const element = h("p", { role: "status" });
  element.say = (text, kind = "") => {
    element.className = kind;
    element.textContent = text;
  };
  return element;
}

/** The address of a part with values. */
export function address(part, values = {}) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== "") query.set(key, value);
  }
  const text = query.toString();
  return `#${part}${text ? `?${text}` : ""}`;
}

let shown = 0;
async function show() {
  const [name, query = ""] = location.hash.slice(1).split("?");
  if (name === "main") return;
  const key = name in parts ? name : "solve";
  const turn = ++shown;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.part === key) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const main = document.getElementById("main");
  dispatchEvent(new Event("left"));
  const place = h("div");
  try {
    await parts[key].show(place, new URLSearchParams(query));
  } catch (error) {
    place.replaceChildren(h("p", { className: "wrong", role: "alert" }, error.message));
  }
  if (turn === shown) main.replaceChildren(place);
}

addEventListener("hashchange", show);
show();
