// Looking on while gridhand plays: what it sees, what it does, and what went wrong.

import { address, ask, choice, field, h, says } from "./app.js";
import { s } from "./stage.js";

/** Milliseconds between two looks. */
const PACE = 500;

export async function show(place, query) {
  let left = false;
  addEventListener("left", () => (left = true), { once: true });
  const id = query.get("id");
  const view = id ? new Session(id) : new Sessions();
  await view.begin();
  place.replaceChildren(view.element);
  const tick = async () => {
    if (left) return;
    await view.look().catch((error) => view.wrong(error));
    setTimeout(tick, PACE);
  };
  tick();
}

/** All who play now, and starting one. */
class Sessions {
  async begin() {
    const profiles = await ask("watch/profiles");
    this.profile = choice(profiles.map((one) => [one.name, `${one.name} (${one.game}, window “${one.window}”)`]), "");
    this.verb = choice([["play", "Play"], ["replay", "Replay stored solutions"], ["harvest", "Harvest: only store the puzzles"]], "play");
    this.verb.addEventListener("change", () => this.drawSeeds());
    this.count = h("input", { type: "number", min: 1, placeholder: "until stopped" });
    this.seeds = h("input", { placeholder: "1..1000" });
    this.seedsField = field("Seeds (instead of a number)", this.seeds);
    this.record = h("input", { type: "checkbox", id: "record" });
    this.recordField = h("label", { className: "beside", htmlFor: "record" }, this.record, "Keep records of failures, in failures beside the profiles");
    this.said = says();
    this.list = h("ul", { className: "plain" });
    this.started = h("div");
    const form = h("form", { className: "card", onsubmit: (event) => this.start(event) },
      h("h2", {}, "Play"),
      field("What", this.verb), field("With the profile", this.profile), field("Puzzles", this.count), this.seedsField, this.recordField,
      h("p", { className: "hint" }, "The mouse is used. Moving it, the Pause key, or Stop on this page ends it at once."),
      h("div", { className: "row" }, h("button", { type: "submit", className: "main", disabled: profiles.length === 0 }, "Start")),
      this.said);
    const now = h("section", { className: "card" }, h("h2", {}, "What is played now"), this.list,
      h("p", { className: "hint" }, "Also what was started elsewhere with --watch: play, harvest or replay."), this.started);
    this.element = h("div", { className: "columns" }, form, now);
    this.drawSeeds();
  }

  /** What one may say of what is to be done. */
  drawSeeds() {
    this.seedsField.hidden = this.verb.value === "play";
    this.recordField.hidden = this.verb.value === "harvest";
    this.count.placeholder = { play: "until stopped", replay: "the one that is shown", harvest: "or seeds" }[this.verb.value];
  }

  async start(event) {
    event.preventDefault();
    try {
      const told = await ask("watch/start", {
        verb: this.verb.value, profile: this.profile.value, count: Number(this.count.value) || null,
        seeds: this.seedsField.hidden ? "" : this.seeds.value, record: this.record.checked && !this.recordField.hidden,
      });
      this.said.say("Starting …");
      // It is there as soon as its window was found.
      for (let turn = 0; turn < 40; turn++) {
        const all = await ask("watch");
        if (all.playing.some((one) => one.id === told.id)) {
          location.hash = address("watch", { id: told.id });
          return;
        }
        const own = all.started.find((one) => one.id === told.id);
        if (!own?.runs) break;
        await new Promise((done) => setTimeout(done, 250));
      }
      this.said.say("It did not begin: see what it said.", "wrong");
    } catch (error) {
      this.said.say(error.message, "wrong");
    }
  }

  async look() {
    const all = await ask("watch");
    const links = all.playing.map(({ id, about }) => h("li", {},
      h("a", { href: address("watch", { id }) }, `${about.verb} ${about.game}`), ` with ${about.profile} in “${about.window}”`));
    replace(this.list, links.length ? links : [h("li", { className: "hint" }, "Nothing.")]);
    replace(this.started, all.started.filter((one) => one.said.length).map((one) => h("section", {},
      h("h3", {}, one.runs ? `It plays with ${one.profile}` : `It ended (status ${one.ended})`),
      h("pre", { tabIndex: 0 }, one.said.join("\n")))));
  }

  wrong(error) {
    this.said.say(error.message, "wrong");
  }
}

/** Replaces what is shown only if it is other: whoever reads it is not disturbed. */
function replace(element, parts) {
  const next = h("div", {}, ...parts);
  if (element.innerHTML !== next.innerHTML) element.replaceChildren(...next.childNodes);
}

/** One who plays. */
class Session {
  constructor(id) {
    this.id = id;
    this.frame = 0;
  }

  async begin() {
    const { about } = await ask(`watch/${this.id}`);
    this.picture = s("image", {});
    this.notes = s("g", { class: "notes" });
    this.svg = s("svg", { class: "stage", role: "img", "aria-label": "What the window shows" }, this.picture, this.notes);
    this.said = says();
    this.read = h("p", { className: "hint" });
    this.log = h("ol", { className: "log" });
    this.counts = h("dl");
    this.records = h("div");
    this.stop = h("button", { type: "button", className: "main", onclick: () => this.end() }, "Stop");
    const side = h("div", { className: "card" },
      h("h2", {}, `${about.verb} ${about.game}`),
      h("p", {}, `With the profile ${about.profile}, in “${about.window}”.`),
      h("div", { className: "row" }, this.stop, h("a", { className: "button", href: "#watch" }, "All")),
      this.said, this.counts, h("h3", {}, "What it does"), this.log, this.records);
    this.begun = about.begun;
    this.element = h("div", { className: "columns" }, side, h("div", { className: "card" }, this.svg, this.read));
  }

  async end() {
    this.stop.disabled = true;
    this.said.say("Stopping …");
    await ask(`watch/${this.id}/stop`, {}).catch((error) => this.wrong(error));
  }

  async look() {
    if (this.over) return;
    const { state } = await ask(`watch/${this.id}`);
    if (!state) return;
    const minutes = Math.max(1 / 60, (Date.now() - this.begun) / 60000);
    // A harvest solves nothing.
    const solved = state.solved === null ? {} : { solved: state.solved };
    const facts = { puzzles: state.played, ...solved, "a minute": (state.played / minutes).toFixed(1) };
    replace(this.counts, Object.entries(facts).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, String(value))]));
    replace(this.log, state.log.slice(-12).reverse().map(([at, activity]) => h("li", { className: isKept(activity) ? "wrong" : "" }, `${(at / 1000).toFixed(1)} s: ${tell(activity)}`)));
    if (state.frame !== this.frame) await this.see(state.frame);
    await this.listRecords();
  }

  async see(frame) {
    // The picture is shown though it be not read here.
    const seen = await ask(`watch/${this.id}/seen`).catch((error) => ({ why: error.message, notes: [] }));
    const image = new Image();
    image.src = `/api/watch/${this.id}/frame.png?${frame}`;
    await image.decode().catch(() => {});
    this.frame = frame;
    this.svg.setAttribute("viewBox", `0 0 ${image.naturalWidth} ${image.naturalHeight}`);
    for (const [key, value] of Object.entries({ href: image.src, width: image.naturalWidth, height: image.naturalHeight })) this.picture.setAttribute(key, value);
    this.notes.replaceChildren(...seen.notes.map(({ x, y, width, height, sure }) => s("rect", { x, y, width, height, class: sure ? "sure" : "unsure" })));
    this.read.textContent = seen.why ? `It cannot be read: ${seen.why}` : "";
  }

  async listRecords() {
    const { records } = await ask(`watch/${this.id}/records`);
    if (!records) return;
    const link = (name, file) => h("a", { href: `/api/watch/${this.id}/records/${encodeURIComponent(name)}/${file}`, target: "_blank" }, file);
    replace(this.records, [h("h3", {}, `Failures that were recorded: ${records.length}`),
      ...records.map((name) => h("p", {}, `${name}: `, ...["frame.png", "overlay.png", "report.json", "log.txt"].flatMap((file) => [link(name, file), " "])))]);
  }

  wrong(error) {
    this.over = true;
    this.stop.disabled = true;
    this.said.say(`${error.message}.`, "wrong");
  }
}

const isKept = (activity) => activity.event === "paused" || activity.event === "unreadable";

function tell(activity) {
  const words = {
    looking: "looking at the board", solving: "solving", confirming: "waiting for what the last move does",
    waiting: "waiting for the next puzzle", playing: `playing move ${activity.move} of ${activity.of}`,
    paused: `paused: ${activity.reason}`, unreadable: `the board cannot be read: ${activity.reason}`,
  };
  return words[activity.event] ?? activity.event;
}
