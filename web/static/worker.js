// worker.js starts the program in a dedicated worker. The page sends {module}, the compiled program, as its first
// message; every later message goes to the function rangefinderReceive that the program sets, those that come earlier
// in their order, except for {late}, when the page is at rest: the rest of the program, which late.js takes, or true when the program is
// whole. Then the function rangefinderRested is called. The program answers with postMessage. A
// start that fails is reported as {error}, a wait for the rest as {late}.
"use strict";
importScripts("../wasm_exec.js" + location.search, "late.js" + location.search);

let early = [];

function deliver(data) {
  if (early === null) {
    globalThis.rangefinderReceive(data);
  } else {
    early.push(data);
  }
}

// The program is listening from the moment it sets the function; what came before is replayed after the assignment has
// returned, when the program is ready to be called.
let receive;
Object.defineProperty(globalThis, "rangefinderReceive", {
  get: () => receive,
  set(value) {
    receive = value;
    queueMicrotask(() => {
      const waiting = early || [];
      early = null;
      for (const data of waiting) receive(data);
    });
  },
});

async function rested(late) {
  if (late !== true) await rangefinderRest(late);
  globalThis.rangefinderRested?.();
}

async function start(module) {
  if (!(module instanceof WebAssembly.Module)) {
    throw new Error("the first message to the worker must carry the compiled program");
  }
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  await go.run(instance);
  throw new Error("the engine stopped");
}

onmessage = (first) => {
  onmessage = ({ data }) => (data && data.late ? rested(data.late) : deliver(data));
  start(first.data && first.data.module).catch((error) => {
    postMessage({ error: String((error && error.message) || error) });
  });
};
