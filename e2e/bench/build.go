package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// peerVersion is the peer's npm version; package.json pins it.
const peerVersion = "3.54.1-build1"

// moduleRoot finds the folder of go.mod, so that the program may be started anywhere in the module.
func moduleRoot(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOMOD: %w", err)
	}
	mod := strings.TrimSpace(string(out))
	if filepath.Base(mod) != "go.mod" {
		return "", fmt.Errorf("not inside the module; start it in its folder")
	}
	return filepath.Dir(mod), nil
}

// buildWASM builds our half into dir with the flags of the real client.
func buildWASM(ctx context.Context, root, dir string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", filepath.Join(dir, "bench.wasm"), "./e2e/bench/wasm")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building the engine's WASM: %w\n%s", err, out)
	}
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	glue, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "wasm_exec.js"), glue, 0o644)
}

// installPeer answers the folder of the peer's files, installing the pinned version when it is not there yet.
func installPeer(ctx context.Context, root string) (string, error) {
	home := filepath.Join(root, "e2e", "bench")
	pkg := filepath.Join(home, "node_modules", "@sqlite.org", "sqlite-wasm")
	if version(pkg) != peerVersion {
		cmd := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
		cmd.Dir = home
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("npm ci of the peer: %w\n%s", err, out)
		}
	}
	if v := version(pkg); v != peerVersion {
		return "", fmt.Errorf("the peer's version is %q, package.json and this program should say %s", v, peerVersion)
	}
	return filepath.Join(pkg, "dist"), nil
}

func version(pkg string) string {
	b, err := os.ReadFile(filepath.Join(pkg, "package.json"))
	if err != nil {
		return ""
	}
	var p struct {
		Version string `json:"version"`
	}
	if json.Unmarshal(b, &p) != nil {
		return ""
	}
	return p.Version
}
