// Container writes an image of the program from scratch, without a daemon: one layer with the binary, a folder for data that a user
// other than root owns, and the certificates of authorities that live accounts need.
//
//	go run ./server/container -binary bin/rangefinder -arch amd64 -o bin/rangefinder-image.tar
//
// The file is an OCI image layout in a tar, which docker load, podman load, skopeo and crane take. The same binary and the same
// certificates make the same bytes.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	var i image
	flag.StringVar(&i.tag, "tag", "rangefinder:latest", "`name` of the image")
	flag.StringVar(&i.arch, "arch", "amd64", "`architecture` of the binary")
	flag.StringVar(&i.revision, "revision", "", "`commit` of the source")
	binary := flag.String("binary", "bin/rangefinder", "`file` of the program, for linux and without cgo")
	roots := flag.String("roots", "/etc/ssl/certs/ca-certificates.crt", "`file` of certificates of authorities; empty for none, without which no live account can be reached by https")
	out := flag.String("o", "bin/rangefinder-image.tar", "`file` to write")
	flag.Parse()
	if err := write(i, *binary, *roots, *out); err != nil {
		fmt.Fprintln(os.Stderr, "container:", err)
		os.Exit(1)
	}
}

func write(i image, binary, roots, out string) error {
	var err error
	if i.binary, err = os.ReadFile(binary); err != nil {
		return err
	}
	if roots != "" {
		if i.roots, err = os.ReadFile(roots); err != nil {
			return fmt.Errorf("%w; -roots names another, and -roots= leaves them out", err)
		}
	}
	data, err := i.encode()
	if err != nil {
		return err
	}
	if err := os.WriteFile(out, data, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %s for linux/%s, %.1f MB; docker load -i %s\n", out, i.tag, i.arch, float64(len(data))/1e6, out)
	return nil
}
