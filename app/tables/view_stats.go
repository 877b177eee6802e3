package tables

import (
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/partitions"
	"rangefinder/app/wire"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// stats is the dialog of what a table comes to.
func (p *panel) stats(s *Stats) []app.UI {
	switch {
	case s.Failed != "":
		return []app.UI{H("p.err role=alert", s.Failed)}
	case s.Sizes == nil:
		return []app.UI{H("p.dim role=status", "Counting…")}
	}
	facts := s.Facts()
	return []app.UI{
		H("dl.stats", Each(2*len(facts), func(i int) app.UI {
			if i%2 == 0 {
				return H("dt", facts[i/2][0])
			}
			return H("dd.wrap", facts[i/2][1])
		})),
		partitions.Properties(p.s, s.Census, p.exact),
		H("p.dim", "Bytes are what the service bills an entity for: its keys, the names and values of its properties, and 4 bytes more."),
		H("div.row.end",
			Press(p.s, ".btn#stats-copy", "Copy the summary", page.CopyPressed{What: "the statistics", Text: wire.TSV(pairs(facts))}),
			Press(p.s, ".btn", "Clone…", page.ClonePressed{Table: p.d.Table}),
			Press(p.s, ".btn", "See all partitions", page.PartitionsWanted{}),
		),
	}
}

func pairs(list [][2]string) [][]string {
	lines := make([][]string, len(list))
	for i := range list {
		lines[i] = list[i][:]
	}
	return lines
}
