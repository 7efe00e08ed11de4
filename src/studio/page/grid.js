// A board as cells and numbers, and the text that says the same: each of them follows the other.

const GRIDS = {
  dungeons: { numbers: true, blank: "." },
  coil: { blank: "." },
  woodworm: { blank: ".", kinds: [["#", "wood that is wanted"], [".", "none is wanted"]], apart: true },
  warehouse: { blank: "_" },
  sliding: {
    blank: ".", goal: true, letters: true,
    kinds: [[".", "free"], [" ", "outside the board"]],
  },
};

/** What a cell may be in a game, by its letter. */
export function kindsOf(game) {
  return GRIDS[game.name]?.kinds ?? game.letters.map(({ letter, meaning }) => [letter, meaning]);
}

/** Whether the cells of a game are those of the board in the picture. */
export const isOnBoard = (game) => !GRIDS[game.name]?.apart;
export const hasNumbers = (game) => Boolean(GRIDS[game.name]?.numbers);
export const hasGoal = (game) => Boolean(GRIDS[game.name]?.goal);
/** Whether a cell may have any letter: each letter is a thing of its own then. */
export const hasLetters = (game) => Boolean(GRIDS[game.name]?.letters);

/** An empty board. */
export function empty(game, columns, rows) {
  const blank = GRIDS[game.name]?.blank ?? ".";
  const all = () => Array(columns * rows).fill(blank);
  return { columns, rows, cells: all(), goal: all(), above: Array(columns).fill(0), left: Array(rows).fill(0) };
}

const lines = (cells, columns) => {
  const all = [];
  for (let at = 0; at < cells.length; at += columns) all.push(cells.slice(at, at + columns).join(""));
  return all;
};

/** The text of a board. */
export function write(game, board) {
  if (hasNumbers(game)) {
    const wide = Math.max(...board.above, ...board.left) > 9 ? 2 : 1;
    const pad = (what) => String(what).padStart(wide);
    const row = (index) => board.cells.slice(index * board.columns, (index + 1) * board.columns);
    const head = `${" ".repeat(wide)} ${board.above.map(pad).join(" ")}`;
    return [head, ...board.left.map((number, index) => `${pad(number)} ${row(index).map(pad).join(" ")}`)].join("\n") + "\n";
  }
  const start = lines(board.cells, board.columns).join("\n");
  if (!hasGoal(game)) return `${start}\n`;
  // Of the goal only blocks are told; what is free or outside is as it is at the start.
  const goal = board.goal.map((letter, at) => {
    if (board.cells[at] === " ") return " ";
    return letter === " " ? "." : letter;
  });
  return `start\n${start}\ngoal\n${lines(goal, board.columns).join("\n")}\n`;
}

/** The board of a text; null if it is in another of the game's formats, or none. */
export function read(game, text) {
  const meant = text.split("\n").filter((line) => line.trim() && !line.startsWith("# "));
  if (hasNumbers(game)) return readNumbers(game, meant);
  if (hasGoal(game)) {
    const [from, to] = [meant.indexOf("start"), meant.indexOf("goal")];
    if (from < 0 || to < from) return null;
    const start = readRows(game, meant.slice(from + 1, to));
    const goal = readRows(game, meant.slice(to + 1));
    if (!start || !goal || start.columns !== goal.columns || start.rows !== goal.rows) return null;
    return { ...start, goal: goal.cells };
  }
  return readRows(game, meant);
}

function readRows(game, rows) {
  const columns = Math.max(0, ...rows.map((row) => row.trimEnd().length));
  if (!columns || rows.length > 64 || columns > 64) return null;
  const known = hasLetters(game) ? null : new Set([" ", ...kindsOf(game).map(([letter]) => letter)]);
  const board = empty(game, columns, rows.length);
  board.cells = rows.flatMap((row) => [...row.trimEnd().padEnd(columns)]);
  if (known && board.cells.some((letter) => !known.has(letter))) return null;
  return board;
}

function readNumbers(game, rows) {
  const words = rows.filter((row) => !/^(seed|room)/.test(row)).map((row) => row.trim().split(/\s+/));
  const [head, ...rest] = words;
  if (!head || rest.length === 0) return null;
  const above = head.map(Number), left = rest.map((row) => Number(row[0]));
  const cells = rest.map((row) => row.slice(1));
  const known = new Set(kindsOf(game).map(([letter]) => letter));
  const isWhole = cells.every((row) => row.length === head.length && row.every((letter) => known.has(letter)));
  if (![...above, ...left].every(Number.isInteger) || !isWhole) return null;
  return { ...empty(game, head.length, rest.length), cells: cells.flat(), above, left };
}
