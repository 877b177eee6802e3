package plan

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// engineTag names the engine that a plan is for where that is not Azure Table storage.
func engineTag() app.UI {
	return H("span.tag#engine", Title("This plan is for Azure Cosmos DB for Table, which indexes every property and charges request units"), "Cosmos DB")
}

// indexName is the name of a class by index; where there is little room its end is left out.
func indexName(c filterlang.Class) app.UI {
	short, long := strings.CutSuffix(c.String(), byIndex)
	if !long {
		return H("span", short)
	}
	return H("span", short, H("span.by-index", byIndex))
}

const byIndex = ", by index"

// shortBadge is the badge of a class by index without that end, where its meaning stands beside it.
func shortBadge(c filterlang.Class) app.UI {
	return H("span.badge."+c.Name(), H("span.shape aria-hidden=true", page.Mark(c)), H("span", strings.TrimSuffix(c.String(), byIndex)))
}

// factsByIndex are the numbers of a plan for an engine with an index of values. How much it looks at is nowhere among them: keys
// do not tell.
func (s *Strip) factsByIndex(p *Plan) []any {
	if s.Live && s.Charged != "" {
		return []any{s.Charged}
	}
	if s.Live {
		return []any{"What it returns and its request units come with the answer."}
	}
	if p.Failed != "" && p.Explain == nil {
		return nil
	}
	e, explained := p.Explain, p.Explain != nil
	entities, returned, matched := 1000, 100, p.Match != nil
	if e == nil {
		e = p.Was.Explain
	}
	if e != nil {
		entities = e.Entities
	}
	if matched {
		returned = p.Match.Returned
	} else if p.Was.Match != nil {
		returned = p.Was.Match.Returned
	}
	return []any{"returns ", amount(returned, matched), " of ", amount(entities, explained), " entities, in any order · request units come with the answer"}
}

// whyByIndex is what stands below Why for such an engine: there are no ranges to compare.
func (s *Strip) whyByIndex(p *Plan) app.UI {
	queries := p.Plan.Parallel()
	return H("div.why",
		Slot(s.Tree != nil, func() app.UI { return s.tree(p) }),
		H("div.ways",
			H("div.way", H("h2", "What the service does"),
				H("div.row", Badge(p.Plan.Class, page.Mark(p.Plan.Class)), H("span", page.Lead(p.Plan))), H("p.dim", page.Price(p.Plan.Class))),
			Slot(len(queries) > 1, func() app.UI {
				return H("div.way", H("h2", "What parallel queries could do"),
					H("div.row", Badge(filterlang.OnePartition, page.Mark(filterlang.OnePartition)), H("span", words.Count(len(queries), "query", "queries")+", each of one partition")),
					H("p.dim", "None of them asks a partition that has nothing to return."))
			})),
		Slot(!s.Embed, func() app.UI {
			return H("div.row", Press(s.Store, ".link-like.guide-link", "How is it planned?", page.GuideOpened{Page: "plan"}),
				Slot(!s.Full, func() app.UI {
					return Press(s.Store, ".link-like.guide-link#plan-full", "Plan over the whole window", PlanFilled{})
				}))
		}))
}
