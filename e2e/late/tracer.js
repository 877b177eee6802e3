
// tracer.js follows late.js when the program is traced: it puts a function behind the last one of the table, which every function of
// the rest calls first, with its number.
(() => {
  const ran = new Set();
  const run = Go.prototype.run;
  Go.prototype.run = function (instance) {
    // A table holds functions of WebAssembly only: this module gives ours back as one.
    const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 0x60, 1, 0x7f, 0, 2, 7, 1, 1, 0x6a, 1, 0x66, 0, 0, 7, 5, 1, 1, 0x66, 0, 0];
    const wrapped = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)), { j: { f: (i) => void ran.add(i) } });
    const table = instance.exports[Object.keys(instance.exports).find((name) => name.startsWith("table-"))];
    table.set(table.grow(1), wrapped.exports.f);
    return run.call(this, instance);
  };
  // What the worker warms is no part of what a person does.
  if (typeof document !== "object") Object.defineProperty(globalThis, "rangefinderRested", { get() {}, set() {} });
  if (typeof document !== "object") return setInterval(() => postMessage({ ran: [...ran] }), 200);
  let there = [];
  globalThis.Worker = class extends Worker {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => data && data.ran && (there = data.ran));
    }
  };
  globalThis.rangefinderRan = () => [...ran, ...there];
})();
