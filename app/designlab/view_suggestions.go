package designlab

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/keydesign/suggest"
	. "rangefinder/app/kit"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// suggestions are keys that are suggested for the patterns, from when a press at the head asks for them: how far the search is, what it found.
func (p *Panel) suggestions() app.UI {
	s := p.Lab.Search
	shut := p.did(".btn.small#lab-suggest-close", "Close", CloseSuggest, 0, 0)
	switch {
	case s == nil:
		return H("div.slot")
	case s.Busy:
		return H("section.card#lab-suggestions", H("div.row", H("h2", "Suggestions"), H("span.dim role=status", "measuring designs… "+percent(s.Progress)),
			H("span.grow"), p.did(".btn.small#lab-suggest-stop", "Stop", StopSuggest, 0, 0)),
			H("p.dim", "Tries keys and copies of the properties that the patterns ask for, measures each on these entities, and shows the few that no other beats in every number."))
	case s.Failed != nil:
		return H("section.card#lab-suggestions", H("div.row", H("h2", "Suggestions"), H("span.grow"), shut), H("p.err role=alert", "Nothing is suggested: "+s.Failed.Message+" "+s.Failed.Detail))
	}
	r := s.Result
	var old, enough any
	if !s.of(&p.Lab.Spec) {
		old = H("p.dim", "The patterns have changed since: press Suggest keys again.")
	}
	if len(r.Enough) > 0 {
		enough = H("p", words.Quote(words.Clip(r.Enough[0], 60))+" costs no more a day than any of these, and none is better in every number: there may be nothing to gain.")
	} else if len(r.Suggestions) == 0 {
		enough = H("p", "No design was found that can hold these entities and do all that the patterns ask.")
	}
	shared := common(r.Suggestions)
	return H("section.card#lab-suggestions", H("div.row", H("h2", "Suggestions"), H("span.dim role=status", SearchSummary(r)), H("span.grow"), shut),
		old, p.assumed(), enough,
		Slot(len(shared) > 0, func() app.UI { return H("div.reasons", H("p", "In all of them:"), listed(shared)) }),
		H("div.suggested", Each(len(r.Suggestions), func(i int) app.UI { return p.suggestion(i, shared) })))
}

// assumed says for how many patterns the ranking takes the calls a day that the lab assumes, and goes to the first of them.
func (p *Panel) assumed() app.UI {
	list := p.Lab.Search.Spec.Patterns
	first, n := -1, 0
	for i := range list {
		if list[i].PerDay == lab.Assumed {
			if n++; first < 0 {
				first = i
			}
		}
	}
	if n == 0 {
		return H("div.slot")
	}
	of := words.Number(n) + " of the " + words.Count(len(list), "pattern", "patterns")
	if n == len(list) {
		of = "every pattern"
	}
	return H("p.dim#lab-assumed", "The ranking assumes "+words.Number(lab.Assumed)+" calls a day for "+of+", until you give another number. ",
		p.did(".link-like.sim-link#lab-give-calls", "Give the calls a day", GiveCalls, first, 0))
}

// percent is how far work is, in whole per cents: tenths would only flicker.
func percent(p wire.Progress) string { return strconv.Itoa(p.Done*100/max(p.Total, 1)) + " %" }

// common are the reasons that all suggestions have, which need to be read only once.
func common(list []suggest.Suggestion) (all []string) {
	if len(list) < 2 {
		return nil
	}
	for _, reason := range list[0].Reasons {
		if !slices.ContainsFunc(list, func(g suggest.Suggestion) bool { return !slices.Contains(g.Reasons, reason) }) {
			all = append(all, reason)
		}
	}
	return all
}

func listed(reasons []string) app.UI {
	return H("ul.reasons", Each(len(reasons), func(i int) app.UI { return H("li", reasons[i]) }))
}

// suggestion is one, without the reasons that are told of all.
func (p *Panel) suggestion(i int, shared []string) app.UI {
	g := &p.Lab.Search.Result.Suggestions[i]
	d := &g.Design
	n := strconv.Itoa(i)
	var there any = p.did(".btn.small#lab-add-suggested-"+n, "Add as a design", AddSuggested, i, 0)
	if added(&p.Lab.Spec, d) {
		there = H("span.dim", "It is one of the designs.")
	}
	key := func(name, text string) app.UI {
		if text == "" {
			text = "(empty)"
		}
		return H("div", H("dt", name), H("dd.mono", text))
	}
	return H("section.card.suggestion", Label(d.Name), H("h3", d.Name),
		H("dl.keys", key("PartitionKey", d.Partition), key("RowKey", d.Row), Each(len(d.Indexes), func(at int) app.UI {
			x := &d.Indexes[at]
			text := x.Partition + " / " + x.Row
			if x.Kind == lab.SamePartition {
				text = x.Row
			}
			return key(IndexText(x.Kind), text)
		})),
		H("p.facts", "Reads "+words.Rounded(g.Scores.Reads)+", writes "+words.Rounded(g.Scores.Writes)+" points a day, "+words.Bytes(int64(g.Scores.Bytes))+", hottest partition "+words.Rounded(g.Scores.Hottest)+" entities a second at the peak of the writes"),
		listed(slices.DeleteFunc(slices.Clone(g.Reasons), func(reason string) bool { return slices.Contains(shared, reason) })),
		H("div.row", there))
}
