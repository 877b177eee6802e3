// The page of the benchmarks: two workers, each with an engine, and ask(), which the driver calls one step at a time so that
// ours and theirs never run at once.
"use strict";

const workers = {};
const waiting = new Map();
let last = 0;

function start(who) {
  const worker = who === "theirs" ? new Worker("theirs.js", { type: "module" }) : new Worker("ours.js");
  worker.onmessage = ({ data }) => {
    const w = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error) w.reject(new Error(who + ": " + data.error));
    else w.resolve(data.answer);
  };
  worker.onerror = (e) => {
    for (const [id, w] of waiting) {
      if (w.who === who) {
        waiting.delete(id);
        w.reject(new Error(who + ": " + (e.message || "worker failed")));
      }
    }
  };
  return worker;
}

// ask does one step in a worker and resolves to its numbers.
function ask(who, step, arg) {
  workers[who] ??= start(who);
  return new Promise((resolve, reject) => {
    const id = ++last;
    waiting.set(id, { who, resolve, reject });
    workers[who].postMessage({ id, step, arg });
  });
}

// inserts makes SQLite insert entities one after the other, each committed and flushed, and resolves to how long each took in
// ms as this page sees it.
async function inserts(from, count) {
  const ms = [];
  for (let i = from; i < from + count; i++) {
    const begin = performance.now();
    await ask("theirs", "keep-insert", { i });
    ms.push(performance.now() - begin);
  }
  return ms;
}
