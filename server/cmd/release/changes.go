package main

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// changesFile is the page of the guide that says what changed, kept by hand: whoever changes something that a user notices adds a line
// under the newest heading in the same commit, and the first after a release begins a heading with the day.
const changesFile = "web/static/guide/changes.md"

// newest returns the section of the newest version. Error: the page does not keep its rule, that versions are days, each later than the
// one below it, and each with a list of what changed.
func newest(page string) (string, error) {
	_, rest, found := strings.Cut(page, "\n## ")
	if !found {
		return "", errors.New("there is no version")
	}
	sections, below := strings.Split(rest, "\n## "), time.Time{}
	for i := len(sections) - 1; i >= 0; i-- {
		name, list, _ := strings.Cut(sections[i], "\n")
		day, err := time.Parse(time.DateOnly, name)
		if err != nil || !day.After(below) {
			return "", fmt.Errorf("the version %q is not a day after the one below it", name)
		}
		below = day
		for line := range strings.Lines(strings.TrimSpace(list) + "\n") {
			if !strings.HasPrefix(line, "- ") {
				return "", fmt.Errorf("%s: %.60q is not an item of a list", name, strings.TrimSpace(line))
			}
		}
	}
	return "## " + strings.TrimSpace(sections[0]) + "\n", nil
}
