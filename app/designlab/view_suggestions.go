package designlab

import (
	"math"
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
		return found(H("div.row", H("h2", "Suggestions"), H("span.dim role=status", "measuring designs… "+percent(s.Progress)),
			H("span.grow"), p.did(".btn.small#lab-suggest-stop", "Stop", StopSuggest, 0, 0)),
			H("p.dim", "Makes designs of the properties in your filters, measures each on these entities, and shows the best few, the cheapest first."),
			H("progress max="+strconv.Itoa(max(s.Progress.Total, 1))+" value="+strconv.Itoa(s.Progress.Done), Label("Measured so far")),
			H("ol.suggested.awaited aria-hidden=true", Each(awaited, func(int) app.UI { return H("li.suggestion") })))
	case s.Failed != nil:
		return found(H("div.row", H("h2", "Suggestions"), H("span.grow"), shut), H("p.err role=alert", "Nothing is suggested: "+s.Failed.Message+" "+s.Failed.Detail))
	}
	r := s.Result
	var old, enough any
	if !s.of(&p.Lab.Spec) {
		old = H("p.dim", "The patterns have changed since: press Suggest keys again.")
	}
	if len(r.Enough) > 0 {
		enough = H("p", "None of these costs less a day than "+words.Quote(words.Clip(r.Enough[0], 60))+", and none is better in every number. Your keys may be good already.")
	} else if len(r.Suggestions) == 0 {
		enough = H("p", "No design was found that can hold these entities and do all that the patterns ask.")
	}
	shared := common(r.Suggestions)
	return found(H("div.row", H("h2", "Suggestions"), H("span.dim role=status", SearchSummary(r)), H("span.grow"), shut),
		old, H("p.dim", "A call costs a point for each request, each 1,000 entities that it examines and each 100 that it writes. Fewer points are better."), p.assumed(), enough,
		Slot(len(shared) > 0, func() app.UI { return H("div.reasons", H("p", "In all of them:"), listed(shared)) }),
		H("ol.suggested", Each(len(r.Suggestions), func(i int) app.UI { return p.suggestion(i, shared) })))
}

// awaited is how many suggestions the card has room for while they are looked for; their places are drawn without a text.
const awaited = 7

// found is the card of suggestions. It has its room from the press on, so that what it finds moves nothing.
func found(in ...any) app.UI { return H("section.card#lab-suggestions", H("div.found", in...)) }

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

// gist is the sentence that tells of a suggestion what it costs and stores beside the first design, and how its load spreads.
func (p *Panel) gist(g *suggest.Suggestion) string {
	s := g.Scores
	text := words.Rounded(s.Total()) + " points a day"
	r := p.Lab.Search.Result
	if len(r.Now) == 0 || r.Now[0].Total() == 0 || r.Now[0].Bytes == 0 || p.Lab.Report == nil || p.Lab.Report.Designs[0].Impossible {
		return text + ", " + words.Bytes(int64(s.Bytes)) + "."
	}
	now, name := r.Now[0], words.Quote(words.Clip(p.Lab.Search.Spec.Designs[0].Name, 40))
	switch less := math.Round(100 * (1 - s.Total()/now.Total())); {
	case less > 0:
		text += ", " + words.Number(int(less)) + " % less than " + name
	case less < 0:
		text += ", " + words.Number(int(-less)) + " % more than " + name
	default:
		text += ", as many as " + name
	}
	if times := strconv.FormatFloat(s.Bytes/now.Bytes, 'f', 1, 64); times != "1.0" {
		text += ", with " + times + " × its bytes"
	} else {
		text += ", with as many bytes"
	}
	switch {
	case s.Hottest < 0.9*now.Hottest:
		text += ", and less load on the hottest partition"
	case s.Hottest > 1.1*now.Hottest:
		text += ", and more load on the hottest partition"
	}
	return text + "."
}

// suggestion is one, without the reasons that are told of all: a sentence, and the rest at a press.
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
	return H("li.suggestion", H("div.row", H("div.row.grow", H("h3", d.Name), H("p", p.gist(g))), there), H("details", H("summary#lab-suggested-"+n, "Keys, numbers and reasons"),
		H("dl.keys", key("PartitionKey", d.Partition), key("RowKey", d.Row), Each(len(d.Indexes), func(at int) app.UI {
			x := &d.Indexes[at]
			text := x.Partition + " / " + x.Row
			if x.Kind == lab.SamePartition {
				text = x.Row
			}
			return key(IndexText(x.Kind), text)
		})),
		H("p.facts", "Points a day: "+words.Rounded(g.Scores.Reads)+" for reads, "+words.Rounded(g.Scores.Writes)+" for writes. Size: "+words.Bytes(int64(g.Scores.Bytes))+". At the peak of the writes the hottest partition takes "+words.Rounded(g.Scores.Hottest)+" entities a second."),
		listed(slices.DeleteFunc(slices.Clone(g.Reasons), func(reason string) bool { return slices.Contains(shared, reason) }))))
}
