package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Ensure that the page of notices names every module that is compiled here, for this system and the page, in its version, and every
// file of sample data.
func TestNotices_Current(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	text, err := os.ReadFile(filepath.Join(root, noticesFile))
	if err != nil {
		t.Fatal(err)
	}
	all, err := modules(root, [][3]string{targets[0], targets[len(targets)-1]})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 10 {
		t.Fatalf("only %d modules: %v", len(all), all)
	}
	for _, m := range all {
		if !strings.Contains(string(text), "| "+m.path+" | "+m.version+" |") {
			t.Errorf("%s %s is not in %s: run `make notices`", m.path, m.version, noticesFile)
		}
	}
	for _, c := range dataComponents() {
		if !strings.Contains(string(text), "| "+c.name+" | "+c.source+" | "+c.licence+" |") {
			t.Errorf("the data %s is not in %s: run `make notices`", c.name, noticesFile)
		}
	}
	npm, err := npmComponents(filepath.Join(root, "web", "editor"))
	if err != nil || len(npm) < 5 {
		t.Fatalf("%d npm packages, %v", len(npm), err)
	}
	for _, c := range npm {
		if !strings.Contains(string(text), "| "+c.name+" | "+c.version+" | "+c.licence+" |") {
			t.Errorf("%s %s is not in %s: run `make notices`", c.name, c.version, noticesFile)
		}
	}
}

// Ensure that licences are told apart, that a component without one is an error, and that the bill has each component.
func TestComponents(t *testing.T) {
	for text, want := range map[string]string{
		"MIT License\n\nPermission is hereby granted, free of\ncharge, to any":      "MIT",
		"Apache License\n      Version 2.0, January 2004":                           "Apache-2.0",
		"Redistribution and use in source and binary forms ... Neither the name of": "BSD-3-Clause",
		"Redistribution and use in source and binary forms, with":                   "BSD-2-Clause",
		"All rights reserved.": "",
	} {
		if got := identify(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	c := component{name: "x"}
	if err := c.read(t.TempDir()); err == nil {
		t.Error("a component without a licence passes")
	}
	data, err := bill("abc", []component{{kind: "library", name: "x", version: "v1", url: "pkg:golang/x@v1", licence: "MIT"}, {kind: "data", name: "d", source: "s", licence: "public"}})
	if err != nil {
		t.Fatal(err)
	}
	var b struct {
		Components   []struct{ Name, Purl string }
		Dependencies []struct{ DependsOn []string }
	}
	if err := json.Unmarshal(data, &b); err != nil || len(b.Components) != 2 || b.Components[0].Purl != "pkg:golang/x@v1" || len(b.Dependencies[0].DependsOn) != 2 {
		t.Errorf("%s: %v", data, err)
	}
}

// Ensure that the page of changes keeps its rule, and that a release gets the newest section only.
func TestChanges(t *testing.T) {
	page, err := os.ReadFile("../../../" + changesFile)
	if err != nil {
		t.Fatal(err)
	}
	text, err := newest(string(page))
	if err != nil || !strings.HasPrefix(text, "## 20") || strings.Count(text, "## ") != 1 || !strings.Contains(text, "\n- ") {
		t.Errorf("%q, %v", text, err)
	}
	for page, want := range map[string]string{
		"# What is new\n":                                  "no version",
		"# What is new\n\n## Next\n- One\n":                "not a day",
		"\n## 2026-11-25\nOne\n":                           "not an item",
		"\n## 2026-11-25\n":                                "not an item",
		"\n## 2026-11-23\n- One\n\n## 2026-11-25\n- Two\n": "after the one below",
		"\n## 2026-11-25\n- One\n\n## 2026-11-25\n- Two\n": "after the one below",
	} {
		if _, err := newest(page); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", page, err, want)
		}
	}
}
