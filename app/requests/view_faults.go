package requests

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// faults is what the server does to requests on purpose, and the rules for it.
func (p *Panel) faults(r *Shown) app.UI {
	return H("div.faults",
		H("p", "With these rules the server makes requests of your applications fail, so that you can test how they cope. Requests of this page are never affected. “Applications” shows each fault beside its request."),
		H("label.dim for=fault-rules", "Rules, each on a line of its own"),
		H("textarea.mono#fault-rules rows=2 spellcheck=false autocomplete=off", Attr("placeholder", "For example: "+FaultExamples[0][0]), r.Rules, Typed(p.Store, "input", "fault-rules", func(v string) page.Msg { return FaultsTyped{v} })),
		H("div.row",
			Press(p.Store, ".btn.small.primary#fault-set", "Apply rules", FaultsSet{}, Off(!r.Typed)),
			Press(p.Store, ".btn.small#fault-end", "End all faults", FaultsSet{Ended: true}, Off(len(r.Faults.Rules) == 0)),
			Press(p.Store, ".btn.small#fault-read", "Show counts", FaultsRead{}, Off(len(r.Faults.Rules) == 0)),
			H("span.dim role=status", Slot(len(r.Faults.Rules) > 0 && !r.Typed, func() app.UI {
				return H("span", words.Count(len(r.Faults.Rules), "rule is", "rules are")+" in force.")
			}))),
		H("div.row", H("span.dim", "Add"), Each(len(FaultExamples), func(i int) app.UI {
			return Press(p.Store, ".btn.small.mono", FaultExamples[i][0], FaultAdded{i}, Title(FaultExamples[i][1]))
		})),
		Slot(len(r.Faults.Rules) > 0, func() app.UI {
			return H("table.fault-counts", H("thead", H("tr", H("th scope=col", "Rule"), H("th scope=col", "Requests"), H("th scope=col", "Faults"))),
				H("tbody", Each(len(r.Faults.Rules), func(i int) app.UI {
					rule := &r.Faults.Rules[i]
					return H("tr", H("th scope=row", H("code", words.Clip(rule.Rule, 100))), H("td.num", words.Number(int(rule.Seen))), H("td.num", words.Number(int(rule.Faults))))
				})))
		}))
}
