const go = new Go();
WebAssembly.compileStreaming(fetch("program.wasm")).then(async (module) => {
  globalThis.rangefinderModule = module;
  go.run(await WebAssembly.instantiate(module, go.importObject));
});
