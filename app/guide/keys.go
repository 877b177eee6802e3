package guide

import (
	"strings"

	"rangefinder/app/page"
)

// Keys is the page of the guide that lists the keys of the commands.
func Keys(commands []page.Command) string {
	var b strings.Builder
	b.WriteString("# Shortcuts\nCtrl+K finds every command, with or without keys. A key works in its place only.\n")
	groups := []string{page.QueryGroup, page.GridGroup, page.EditGroup, page.TableGroup, page.SourceGroup, page.LearnGroup, page.PageGroup}
	for _, group := range groups {
		head := "\n## " + group + "\n| keys | do |\n| --- | --- |\n"
		for _, c := range commands {
			if c.Group != group || len(c.Keys) == 0 {
				continue
			}
			what := c.Title
			if c.Place != "" {
				what += ", " + c.Place
			}
			b.WriteString(head + "| `" + strings.Join(c.Keys, "`, `") + "` | " + what + " |\n")
			head = ""
		}
	}
	return b.String()
}
