// Build compiles the client program and compresses what the page loads, into web/dist, where package web embeds it.
//
//	go run ./web/build [-fast] [-plain]
//
// Run it from the module's folder. With -fast the copies are compressed in under a second instead of as small as they
// get; files that have not changed keep the better copy they have. With -plain the program stays as it is linked.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"rangefinder/web/bundle"
)

func main() {
	fast := flag.Bool("fast", false, "compress quickly rather than well")
	plain := flag.Bool("plain", false, "leave the program as it is linked")
	flag.Parse()

	start := time.Now()
	result, err := bundle.Build(bundle.Options{Root: ".", Best: !*fast, Plain: *plain})
	if err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
	if result.Whole != nil {
		fmt.Fprintln(os.Stderr, "\nTHE PAGE IS LARGER THAN IT COULD BE:", result.Whole)
		fmt.Fprint(os.Stderr, "It works; only its download is larger.\n\n")
	}
	for _, step := range result.Steps {
		fmt.Printf("page: brotli in a hurry %.2f MB, %s\n", megabytes(step.Brotli), step.Name)
	}
	fmt.Printf("page: app.wasm %.2f MB (brotli %.2f, gzip %.2f; %.2f later), %d files compressed, %.1f s\n",
		megabytes(result.Size), megabytes(result.Brotli), megabytes(result.Gzip), megabytes(result.Rest), len(result.Compressed), time.Since(start).Seconds())
}

func megabytes(n int) float64 { return float64(n) / 1e6 }
