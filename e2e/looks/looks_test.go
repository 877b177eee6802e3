package looks

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rangefinder/e2e/harness"
)

// Ensure that every screen looks as it did when it was approved, in each window size and theme.
func TestLooks(t *testing.T) {
	browser, err := harness.LaunchWarm()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(browser.Close)
	artifacts := filepath.Join(harness.Root(), "e2e", "artifacts")
	if err := os.MkdirAll(artifacts, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, s := range Screens() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			site, err := Serve(s)
			if err != nil {
				t.Fatal(err)
			}
			defer site.Close()
			problems, err := Take(browser, site.URL, s, func(of Screen, view harness.View, picture []byte) error {
				t.Run(of.Name+" "+view.String(), func(t *testing.T) { compare(t, artifacts, File(of, view), picture) })
				return nil
			})
			if err != nil {
				t.Error(err)
			}
			for _, p := range problems {
				t.Error(p)
			}
		})
	}
}

// compare holds a picture against the approved one and leaves both in a folder when they are not alike.
func compare(t *testing.T, artifacts, file string, picture []byte) {
	approved, err := os.ReadFile(filepath.Join(Approved(), file))
	if err != nil {
		t.Fatalf("no approved picture: look at it and take it with `go run ./e2e/shots -approve`: %v", err)
	}
	why, diff, err := Compare(picture, approved)
	if err != nil {
		t.Fatal(err)
	}
	if why == "" {
		return
	}
	now, marked := filepath.Join(artifacts, file), filepath.Join(artifacts, strings.TrimSuffix(file, ".png")+"-diff.png")
	for name, data := range map[string][]byte{now: picture, marked: diff} {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Error(err)
		}
	}
	t.Errorf("%s; see %s and %s; when it is meant, `go run ./e2e/shots -approve`", why, now, marked)
}
