// Puzzles that were read or made: looking for them, one in large, and what they are made of.

import { address, ask, choice, field, games, h, says } from "./app.js";
import { player, steps } from "./player.js";

const results = ["unsolved", "given", "unique", "solved", "several", "impossible", "unknown"];

export async function show(place, query) {
  const [known, contents] = await Promise.all([games(), ask("corpus")]);
  const there = contents.games.filter((game) => game.count > 0 && known.some((one) => one.name === game.name));
  if (there.length === 0) {
    place.replaceChildren(h("h2", {}, "Corpus"), h("p", {}, `There are no puzzles in ${contents.name}.`));
    return;
  }
  const name = query.get("game") ?? there[0].name;
  const game = known.find((one) => one.name === name) ?? known.find((one) => one.name === there[0].name);
  if (query.get("record")) return one(place, game, query);
  if (query.has("stats")) return stats(place, game);
  return many(place, contents, there, game, query);
}

/** A page of pictures, with what they are looked for by. */
async function many(place, contents, there, game, query) {
  const which = choice(there.map((one) => [one.name, `${one.title} (${one.count.toLocaleString("en")})`]), game.name);
  const seed = h("input", { type: "search", inputMode: "numeric", size: 10, value: query.get("seed") ?? "" });
  const size = h("input", { type: "search", size: 6, placeholder: "8x8", pattern: "\\d+x\\d+", value: query.get("size") ?? "" });
  const result = choice([["", "any"], ...results.map((word) => [word, word])], query.get("result") ?? "");
  const grade = choice([["", "any"], ...game.grades.map((word) => [word, word])], query.get("grade") ?? "");
  const go = (event) => {
    event?.preventDefault();
    location.hash = address("corpus", { game: which.value, seed: seed.value, size: size.value, result: result.value, grade: which.value === game.name ? grade.value : "" });
  };
  for (const element of [which, result, grade]) element.addEventListener("change", go);
  const form = h("form", { className: "row", onsubmit: go, role: "search", "aria-label": "Puzzles" },
    field("Game", which), field("Seed", seed), field("Size", size), field("Result", result),
    game.grades.length ? field("Grade", grade) : null,
    h("button", { type: "submit", className: "main" }, "Search"),
    h("a", { className: "button", href: address("corpus", { game: game.name, stats: 1 }) }, "Statistics"));
  const said = says();
  const gallery = h("ul", { className: "gallery" });
  const pages = h("div", { className: "row" });
  place.replaceChildren(h("h2", {}, `Corpus: ${contents.name}`), form, said, gallery, pages);
  fill(game, query, gallery, said, pages).catch((error) => said.say(error.message, "wrong"));
}

/** A page comes in parts where what is looked for is rare. */
async function fill(game, query, gallery, said, pages) {
  let left = false;
  addEventListener("left", () => (left = true), { once: true });
  const asked = Object.fromEntries(["seed", "size", "result", "grade"].map((key) => [key, query.get(key)]));
  let after = query.get("after"), next = null, found = 0;
  const most = 24;
  do {
    const part = await ask(`corpus/puzzles${address("", { game: game.name, ...asked, after, most: most - found }).slice(1)}`);
    if (left) return;
    gallery.append(...part.puzzles.map((puzzle) => h("li", {}, card(game, puzzle))));
    found += part.puzzles.length;
    after = next = part.next;
    said.say(next === null ? "" : `Looking: ${Number(next).toLocaleString("en")} records …`);
  } while (next !== null && found < most);
  said.say(found === 0 ? "No such puzzles." : next === null ? `${found} puzzles, and no more.` : `${found} puzzles`);
  if (query.get("after")) pages.append(h("button", { type: "button", onclick: () => history.back() }, "Back"));
  if (next !== null) pages.append(h("a", { className: "button", href: address("corpus", { game: game.name, ...asked, after: next }) }, "Next page"));
}

function card(game, puzzle) {
  const name = puzzle.seed === null ? `Record ${puzzle.record}` : `Seed ${String(puzzle.seed).padStart(8, "0")}`;
  const facts = [puzzle.size?.join("x"), puzzle.grade, puzzle.result].filter(Boolean).join(", ");
  return h("a", { href: address("corpus", { game: game.name, record: puzzle.record }) },
    h("img", { src: `/api/corpus/picture.png?game=${game.name}&record=${puzzle.record}`, alt: "", loading: "lazy" }),
    name, h("small", {}, facts));
}

/** One puzzle in large. */
async function one(place, game, query) {
  const told = await ask(`corpus/puzzle?game=${game.name}&record=${encodeURIComponent(query.get("record"))}`);
  const name = told.seed === null ? `record ${told.record}` : `seed ${String(told.seed).padStart(8, "0")}`;
  const facts = {
    record: told.record, seed: told.seed, size: told.size?.join("x"), result: told.result, grade: told.grade,
    moves: told.moves.length || null, nodes: told.nodes?.toLocaleString("en"),
    "time of the search": told.nanos === null ? null : `${(told.nanos / 1e6).toFixed(2)} ms`,
    "solutions, at least": told.at_least, from: told.source, read: told.read_at, confidence: told.confidence,
  };
  const rows = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined);
  const list = h("dl", {}, ...rows.flatMap(([key, value]) => [h("dt", {}, key), h("dd", {}, String(value))]));
  const side = h("div", { className: "card" },
    h("h2", {}, `${game.title}, ${name}`), list,
    h("div", { className: "row" },
      h("a", { className: "button", href: address("solve", { game: game.name, text: told.text }) }, "Solve it here"),
      h("a", { className: "button", href: address("corpus", { game: game.name, after: told.record - 1 }) }, "Its neighbours")),
    h("details", {}, h("summary", {}, "As text"), h("pre", { tabIndex: 0 }, told.text)));
  const large = h("div", { className: "card" }, player(told.solution, told.moves), steps(told.steps));
  place.replaceChildren(h("div", { className: "columns" }, side, large));
}

/** What all puzzles are made of, as plots. */
async function stats(place, game) {
  const told = await ask(`corpus/stats?game=${game.name}`);
  const number = (n) => n.toLocaleString("en");
  const mean = told.mean_solve_us === null ? "" : `; ${told.mean_solve_us.toFixed(1)} µs to solve one, on average`;
  place.replaceChildren(
    h("h2", {}, `${game.title}: ${number(told.puzzles)} puzzles`),
    h("p", {}, `${number(told.with_seed)} with a seed, ${number(told.twins)} under several seeds, ${number(told.conflicts)} conflicts${mean}. `,
      h("a", { href: address("corpus", { game: game.name }) }, "Look through them")),
    h("div", { className: "plots" }, ...told.plots.map(plot)),
    told.hardest.length ? h("h3", {}, "Those that took the most search") : null ?? "",
    h("ul", { className: "gallery" }, ...told.hardest.map((puzzle) => h("li", {}, card(game, puzzle)))));
}

function plot({ name, bars }) {
  const most = Math.max(...bars.map((bar) => bar.count));
  const rows = bars.map(({ label, count }) => h("tr", {},
    h("th", { scope: "row" }, label), h("td", {}, count.toLocaleString("en")), h("td", {}, bar(count / most))));
  return h("figure", { className: "card" }, h("figcaption", {}, name), h("table", { className: "bars" }, ...rows));
}

function bar(share) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const rect = document.createElementNS(space, "rect");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("viewBox", "0 0 100 10");
  rect.setAttribute("width", (100 * share).toFixed(2));
  rect.setAttribute("height", "10");
  svg.append(rect);
  return svg;
}
