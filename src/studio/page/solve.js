// A puzzle as text, and its solution.

import { address, ask, choice, field, games, h, says } from "./app.js";
import { player, steps } from "./player.js";

const words = {
  unique: "This is the only solution.",
  solved: "Solved.",
  several: "There are several solutions.",
  impossible: "There is no solution: that is proved.",
  unknown: "No solution was found before the time was up; there may be one.",
};

export async function show(place, query) {
  const known = await games();
  const asked = query.get("game");
  let game = known.find((one) => one.name === asked) ?? known.find((one) => one.name === "dungeons") ?? known[0];
  const which = choice(known.map((one) => [one.name, one.title]), game.name);
  const text = h("textarea", { rows: 14, spellcheck: false, autocomplete: "off" });
  const seconds = h("input", { type: "number", min: 1, max: 120, value: 10 });
  const any = h("input", { type: "checkbox", id: "any" });
  const anyLabel = h("label", { className: "beside", htmlFor: "any" }, any, "Any solution, not the shortest");
  const go = h("button", { type: "submit", className: "main" }, "Solve");
  const said = says();
  const result = h("div", {}, h("p", { className: "hint" }, "The board and its solution will be shown here."));

  function pick() {
    game = known.find((one) => one.name === which.value);
    anyLabel.hidden = !game.hurries;
  }
  which.addEventListener("change", () => {
    const untouched = known.some((one) => one.example === text.value) || !text.value.trim();
    pick();
    if (untouched) text.value = game.example ?? "";
  });
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });

  async function solve(event) {
    event?.preventDefault();
    go.disabled = true;
    said.say("Solving …");
    result.replaceChildren();
    // A link to this very puzzle, if it is not too long for one.
    const link = address("solve", { game: game.name, text: text.value });
    if (link.length < 4000) history.replaceState(null, "", link);
    try {
      const told = await ask("solve", {
        game: game.name,
        text: text.value,
        any: any.checked && game.hurries,
        seconds: Number(seconds.value) || 10,
        explain: game.explains,
      });
      tell(told);
    } catch (error) {
      said.say(error.message, "wrong");
    }
    go.disabled = false;
  }
  function tell(told) {
    const found = told.moves.length > 0;
    const least = told.optimal ? " No solution has fewer moves." : "";
    const took = told.ms < 1 ? "less than 1 ms" : `${Math.round(told.ms)} ms`;
    const nodes = told.nodes ? `, ${told.nodes.toLocaleString("en")} nodes` : "";
    said.say(`${words[told.result]}${least} (${took}${nodes})`, found ? "right" : "");
    result.replaceChildren(...[player(told.solution, told.moves), steps(told.steps)].filter(Boolean));
  }

  const form = h("form", { className: "card", onsubmit: solve },
    h("h2", {}, "Solve a puzzle"),
    field("Game", which),
    field("The puzzle as text", text, "In any of the game's formats. Ctrl+Enter solves it."),
    h("div", { className: "row" }, field("Seconds at most", seconds), go),
    anyLabel,
    said);
  pick();
  text.value = query.get("text") ?? game.example ?? "";
  place.replaceChildren(h("div", { className: "columns" }, form, h("div", { className: "card" }, result)));
  if (query.get("text")) solve();
}
