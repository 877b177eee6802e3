const go = new Go();
WebAssembly.instantiateStreaming(fetch("program.wasm"), go.importObject).then((r) => go.run(r.instance));
