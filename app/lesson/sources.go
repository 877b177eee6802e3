package lesson

import (
	"fmt"
	"strconv"
	"strings"
)

const (
	// citation begins the line under a paragraph that says where its facts come from.
	citation = "Source: "
	// unconfirmed stands in a citation in place of a year when no source settles the fact.
	unconfirmed = "unconfirmed"
	// MaxMinutes is the longest time that a lesson can say it takes.
	MaxMinutes = 120
)

// Citation returns the source that a paragraph of a Text names for the paragraph before it; ok is false for any other paragraph.
func Citation(paragraph string) (source string, ok bool) {
	return strings.CutPrefix(paragraph, citation)
}

// Dated reports whether a source has a year between 1990 and 2099 in brackets, as in "White paper (2009)", or says that the fact
// is unconfirmed.
func Dated(source string) bool {
	for rest := source; ; {
		_, after, found := strings.Cut(rest, "(")
		if !found {
			return strings.Contains(source, unconfirmed)
		}
		inside, _, closed := strings.Cut(after, ")")
		for word := range strings.FieldsSeq(inside) {
			if n, err := strconv.Atoi(word); closed && err == nil && n >= 1990 && n <= 2099 {
				return true
			}
		}
		rest = after
	}
}

// cited reports a citation without a year.
func (p *parser) cited(at int, text string) {
	if source, _ := Citation(text); !Dated(source) {
		p.wrong(at, "Write the year in brackets, such as: Source: White paper (2009), or say that the fact is unconfirmed.", "The source %q has no year.", Clip(source))
	}
}

// readMinutes reads "5 minutes"; 0 when it is no time that a lesson can take.
func readMinutes(text string) int {
	n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSuffix(text, "s"), " minute"))
	if err != nil || n < 1 || n > MaxMinutes {
		return 0
	}
	return n
}

// minutes reads the field Time.
func (p *parser) minutes(at int, text string) int {
	n := readMinutes(text)
	if n == 0 {
		p.wrong(at, fmt.Sprintf("Write a number from 1 to %d, such as: Time: 5 minutes", MaxMinutes), "%q is not a time.", Clip(text))
	}
	return n
}

// buildsOn reads names of lessons.
func (p *parser) buildsOn(at int, text string) []string {
	names := list(text)
	for _, name := range names {
		if !ValidName(name) {
			p.wrong(at, "Write names from the list of lessons, such as: Builds on: four-classes, prefix", "%q is not the name of a lesson.", Clip(name))
		}
	}
	return names
}
