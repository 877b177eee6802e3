package main

import (
	"errors"
	"fmt"
	"strings"
)

// notices returns the page of the guide that names every component and has its licence. Components with the same text share it.
func notices(list []component) (string, error) {
	var b strings.Builder
	b.WriteString(`# Third-party notices
Rangefinder is made with the work of others. This page names all of it that is in the program, and has its licences. ` + "`rangefinder notices`" + ` prints the same.

| what | version | licence |
| --- | --- | --- |
`)
	var texts []string          // in the order of their first component
	of := map[string][]string{} // the components of a text
	for _, c := range list {
		if c.kind == "data" {
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", c.name, c.version, c.licence)
		for _, text := range c.texts {
			if strings.Contains("\n"+text, "\n```") {
				return "", errors.New(c.name + ": its licence has a line that the page would take for the end of the text")
			}
			if of[text] == nil {
				texts = append(texts, text)
			}
			of[text] = append(of[text], c.name)
		}
	}
	b.WriteString("\n## Sample data\n| what | from | terms |\n| --- | --- | --- |\n")
	for _, c := range list {
		if c.kind == "data" {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", c.name, c.source, c.licence)
		}
	}
	for _, text := range texts {
		fmt.Fprintf(&b, "\n## %s\n```\n%s\n```\n", strings.Join(of[text], ", "), text)
	}
	return b.String(), nil
}
