package count

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/partitions"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// statistics are what the entities come to, if that was asked for.
func (m *Model) statistics(s Sender) app.UI {
	return Slot(m.Reply.Stats != nil, func() app.UI {
		facts := m.facts()
		return H("div.stack#count-statistics",
			H("dl.stats", Each(2*len(facts), func(i int) app.UI {
				if i%2 == 0 {
					return H("dt", facts[i/2][0])
				}
				return H("dd.wrap", facts[i/2][1])
			})),
			partitions.Properties(s, &m.Reply.Stats.Census, nil),
			Slot(m.Kinds != nil && len(m.Kinds.Kinds) > 1, m.kinds))
	})
}

// facts sums up the statistics in lines of a name and a value each, as those of a table of this browser are.
func (m *Model) facts() [][2]string {
	r, c := m.Reply, m.Reply.Stats
	facts := [][2]string{{"Bytes", words.Bytes(c.Bytes) + " (" + words.Number(int(c.Bytes)) + "), as the service bills them"}}
	if r.Entities > 0 {
		facts = append(facts, [2]string{"Average bytes per entity", words.Number(int(c.Bytes) / r.Entities)})
	}
	if h := c.Heaviest; h != nil && r.Partitions > 1 {
		facts = append(facts, [2]string{"Partition with most bytes", words.Clip(page.KeyText(h.Key), 100) + " · " + words.Bytes(h.Bytes) + " · " + words.Share(h.Bytes, c.Bytes)})
	}
	facts = append(facts, partitions.PropertyFacts(&c.Census)...)
	if c.Beyond > 0 {
		facts = append(facts, [2]string{"not told apart", words.Count(c.Beyond, "entity", "entities") + ": there are too many different properties"})
	}
	return facts
}

// kinds lists the kinds of the entities by their properties.
func (m *Model) kinds() app.UI {
	r := m.Kinds
	rest := ""
	if r.More > 0 {
		rest = strings.Join([]string{"and", words.Count(r.More, "kind", "kinds"), "more, of", words.Count(r.Rest, "entity", "entities")}, " ")
	}
	return H("section.card#count-kinds", H("h2", "Kinds of entities"), H("p.dim", "By the properties that they have."),
		H("ul.kinds", Each(len(r.Kinds), func(i int) app.UI { return partitions.Kind(i, r, wire.ByProperties) })),
		Slot(rest != "", func() app.UI { return H("p.dim", rest) }))
}
