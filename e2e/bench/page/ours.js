// Our side: the engine's WASM in a worker. The module defines step(name, argument JSON), which answers JSON.
"use strict";

importScripts("wasm_exec.js");

const ready = (async () => {
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(fetch("bench.wasm"), go.importObject);
  globalThis.linearBytes = () => instance.exports.mem.buffer.byteLength;
  await new Promise((resolve) => {
    globalThis.stepsReady = resolve;
    go.run(instance);
  });
})();

onmessage = async ({ data: { id, step, arg } }) => {
  try {
    await ready;
    const answer = JSON.parse(await globalThis.step(step, JSON.stringify(arg ?? {})));
    postMessage(answer.error ? { id, error: answer.error } : { id, answer });
  } catch (e) {
    postMessage({ id, error: String((e && e.message) || e) });
  }
};
