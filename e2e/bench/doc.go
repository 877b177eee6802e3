// Command bench measures the figures that Rangefinder promises and prints the peer beside them: the official SQLite build for
// the browser (version in package.json) beside the engine, an empty go-app beside the download, Azurite beside the Table
// endpoint. In reading order:
//
//	main.go         the lists of figures, the run, the table that is printed
//	playground.go   the real page: visits in new profiles, a server that counts what it sends
//	probe.js        what notes, on that page, when things happened and what keys and scrolling did
//	keeper.go       the real page in a profile on disk, with its files to import, and the peer with its own file
//	ndjson.go       the entities of the figures, natively, and the files
//	cpu.go          the processor time of a browser's workers
//	million.go      the page with the generated table of a million entities, and typing into its editor
//	lab.go          the engine alone: the page of the benchmarks and its two workers, asking them for one step
//	build.go        what the lab needs first: the engine's WASM and the peer's package
//	endpoint.go     the Table endpoint: the binary in memory and durable, and Azurite
//	deliver.mjs     the script that sends entities beside the command
//	proxied.go      the proxy before that endpoint
//	wire.go         a connection to one of them, and load from several
//	figure_*.go     one subject each: which steps, in which order, and what counts
//	quiet.go        waiting for the machine to be idle, and how busy it was
//	page/           the lab's page, and theirs.js, SQLite's half of each step
//	wasm/           our half of each step: the engine in a worker
//
// Ours and theirs take turns, never run at once, and are compared by medians. With -v the stages of a start, of a keystroke
// and of scrolling are printed too.
package main
