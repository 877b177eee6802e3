package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// user is whom the program runs as: the number that images without root have come to use.
const user = 65532

// image is what goes into an image.
type image struct {
	tag, arch, revision string
	binary, roots       []byte
}

// descriptor points to a blob, as the OCI image specification has it.
type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Platform    *platform         `json:"platform,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

type platform struct {
	Architecture string `json:"architecture"`
	OS           string `json:"os"`
}

// encode returns the image as an OCI layout in a tar, with the list of docker save beside it for older dockers.
func (i image) encode() ([]byte, error) {
	if err := checkStatic(i.binary); err != nil {
		return nil, err
	}
	layer, err := i.layer()
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(layer); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	config, err := json.Marshal(i.config(digest(layer)))
	if err != nil {
		return nil, err
	}
	configAt := descriptor{MediaType: "application/vnd.oci.image.config.v1+json", Digest: digest(config), Size: len(config)}
	layerAt := descriptor{MediaType: "application/vnd.oci.image.layer.v1.tar+gzip", Digest: digest(packed.Bytes()), Size: packed.Len()}
	manifest, err := json.Marshal(map[string]any{
		"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
		"config": configAt, "layers": []descriptor{layerAt},
	})
	if err != nil {
		return nil, err
	}
	index, err := json.Marshal(map[string]any{
		"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json",
		"manifests": []descriptor{{
			MediaType: "application/vnd.oci.image.manifest.v1+json", Digest: digest(manifest), Size: len(manifest),
			Platform:    &platform{i.arch, "linux"},
			Annotations: map[string]string{"org.opencontainers.image.ref.name": i.tag, "io.containerd.image.name": i.tag},
		}},
	})
	if err != nil {
		return nil, err
	}
	saved, err := json.Marshal([]map[string]any{{"Config": blob(configAt.Digest), "RepoTags": []string{i.tag}, "Layers": []string{blob(layerAt.Digest)}}})
	if err != nil {
		return nil, err
	}
	return archive([]entry{
		{name: "blobs/"}, {name: "blobs/sha256/"},
		{name: blob(configAt.Digest), data: config},
		{name: blob(layerAt.Digest), data: packed.Bytes()},
		{name: blob(digest(manifest)), data: manifest},
		{name: "index.json", data: index},
		{name: "manifest.json", data: saved},
		{name: "oci-layout", data: []byte(`{"imageLayoutVersion":"1.0.0"}`)},
	})
}

// checkStatic refuses what would not start in an image without libraries.
func checkStatic(binary []byte) error {
	f, err := elf.NewFile(bytes.NewReader(binary))
	if err != nil {
		return fmt.Errorf("the program is not one for linux: %w", err)
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			return errors.New("the program needs libraries of the system: build it with CGO_ENABLED=0")
		}
	}
	return nil
}

func (i image) layer() ([]byte, error) {
	entries := []entry{
		{name: "data/", owner: user},
		{name: "etc/"},
		{name: "etc/group", data: fmt.Appendf(nil, "root:x:0:\nnonroot:x:%d:\n", user)},
		{name: "etc/passwd", data: fmt.Appendf(nil, "root:x:0:0:root:/:/none\nnonroot:x:%d:%d:nonroot:/data:/none\n", user, user)},
	}
	if i.roots != nil {
		entries = append(entries, entry{name: "etc/ssl/"}, entry{name: "etc/ssl/certs/"}, entry{name: "etc/ssl/certs/ca-certificates.crt", data: i.roots})
	}
	return archive(append(entries, entry{name: "rangefinder", data: i.binary, program: true}))
}

// config is what docker and its relatives run.
func (i image) config(layer string) map[string]any {
	return map[string]any{
		"architecture": i.arch,
		"os":           "linux",
		"created":      time.Unix(0, 0).UTC(),
		"rootfs":       map[string]any{"type": "layers", "diff_ids": []string{layer}},
		"config": map[string]any{
			"User":         fmt.Sprintf("%d:%d", user, user),
			"Env":          []string{"RANGEFINDER_CONTAINER=1"},
			"Entrypoint":   []string{"/rangefinder"},
			"Cmd":          []string{"serve"},
			"WorkingDir":   "/data",
			"ExposedPorts": map[string]any{"8080/tcp": struct{}{}, "10002/tcp": struct{}{}},
			"Volumes":      map[string]any{"/data": struct{}{}}, // so that a read-only root is enough
			"StopSignal":   "SIGTERM",
			"Labels": map[string]string{
				"org.opencontainers.image.title":       "Rangefinder",
				"org.opencontainers.image.description": "Explorer of Azure Table storage, and a Table endpoint to develop and test with",
				"org.opencontainers.image.revision":    i.revision,
			},
			"Healthcheck": map[string]any{
				"Test":        []string{"CMD", "/rangefinder", "healthcheck"},
				"Interval":    10 * time.Second,
				"Timeout":     3 * time.Second,
				"StartPeriod": 5 * time.Second,
				"Retries":     3,
			},
		},
	}
}

// entry is a file in an archive; the name of a folder ends in a slash.
type entry struct {
	name    string
	data    []byte
	owner   int
	program bool
}

// archive returns a tar of the entries, without anything that differs from one call to the next.
func archive(entries []entry) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, e := range entries {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: e.name, Size: int64(len(e.data)), Mode: 0o644, Uid: e.owner, Gid: e.owner, ModTime: time.Unix(0, 0), Format: tar.FormatUSTAR}
		if e.name[len(e.name)-1] == '/' {
			h.Typeflag, h.Mode = tar.TypeDir, 0o755
		}
		if e.program {
			h.Mode = 0o755
		}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(e.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// blob returns where the blob of a digest lies.
func blob(digest string) string { return "blobs/sha256/" + digest[len("sha256:"):] }
