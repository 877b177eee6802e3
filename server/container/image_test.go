package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"debug/elf"
	"encoding/binary"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// program returns the beginning of a program, with the segments that are named.
func program(t *testing.T, segments ...elf.ProgType) []byte {
	t.Helper()
	h := elf.Header64{Type: uint16(elf.ET_EXEC), Machine: uint16(elf.EM_X86_64), Version: 1, Ehsize: 64, Phoff: 64, Phentsize: 56, Phnum: uint16(len(segments))}
	copy(h.Ident[:], "\x7fELF\x02\x01\x01")
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, h) // a bytes.Buffer does not fail
	for _, s := range segments {
		binary.Write(&b, binary.LittleEndian, elf.Prog64{Type: uint32(s)})
	}
	return b.Bytes()
}

// files returns the files of a tar, and the headers of all.
func files(t *testing.T, data []byte) (map[string][]byte, map[string]*tar.Header) {
	t.Helper()
	contents, headers := map[string][]byte{}, map[string]*tar.Header{}
	for r := tar.NewReader(bytes.NewReader(data)); ; {
		h, err := r.Next()
		if err == io.EOF {
			return contents, headers
		}
		if err != nil {
			t.Fatal(err)
		}
		if contents[h.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		headers[h.Name] = h
	}
}

// Ensure that every digest in an image is of what it names, that what runs and keeps data belongs to whom it should, and that the same
// image is made twice.
func TestImage(t *testing.T) {
	i := image{tag: "rangefinder:test", arch: "arm64", binary: program(t, elf.PT_LOAD), roots: []byte("roots")}
	data, err := i.encode()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := i.encode(); err != nil || !bytes.Equal(data, again) {
		t.Errorf("made twice it is not the same: %v", err)
	}
	blobs, _ := files(t, data)
	for name, content := range blobs {
		if strings.HasPrefix(name, "blobs/sha256/") && len(content) > 0 && blob(digest(content)) != name {
			t.Errorf("%s holds what it does not name", name)
		}
	}
	var index, manifest struct {
		Manifests, Layers []descriptor
		Config            descriptor
	}
	read := func(name string, into any) {
		t.Helper()
		if err := json.Unmarshal(blobs[name], into); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	read("index.json", &index)
	read(blob(index.Manifests[0].Digest), &manifest)
	var config struct {
		Architecture string
		Rootfs       struct {
			Diffs []string `json:"diff_ids"`
		}
		Config struct{ User string }
	}
	read(blob(manifest.Config.Digest), &config)
	r, err := gzip.NewReader(bytes.NewReader(blobs[blob(manifest.Layers[0].Digest)]))
	if err != nil {
		t.Fatal(err)
	}
	layer, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if config.Architecture != "arm64" || config.Config.User != "65532:65532" || len(config.Rootfs.Diffs) != 1 || config.Rootfs.Diffs[0] != digest(layer) || manifest.Layers[0].Size != len(blobs[blob(manifest.Layers[0].Digest)]) {
		t.Errorf("config %+v does not fit the layer %s", config, digest(layer))
	}
	contents, headers := files(t, layer)
	if !bytes.Equal(contents["rangefinder"], i.binary) || headers["rangefinder"].Mode != 0o755 || headers["rangefinder"].Uid != 0 ||
		headers["data/"].Uid != user || string(contents["etc/ssl/certs/ca-certificates.crt"]) != "roots" {
		t.Errorf("the layer has %v", headers)
	}
}

// Ensure that a program that would not start in the image is refused.
func TestImage_Refused(t *testing.T) {
	for want, binary := range map[string][]byte{"CGO_ENABLED=0": program(t, elf.PT_LOAD, elf.PT_INTERP), "not one for linux": []byte("MZ windows")} {
		if _, err := (image{binary: binary}).encode(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
