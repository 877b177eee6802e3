package count

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/filterlang"
)

// Dialog draws the dialog, if it is the one that is open.
func Dialog(m *Model, d *page.Dialog) func(s Sender) (Drawn, bool) {
	return func(s Sender) (Drawn, bool) {
		if d.Kind != kind || m.Req.Table == "" {
			return Drawn{}, false
		}
		title := "Count entities of "
		if m.Stats {
			title = "Statistics of "
		}
		return Drawn{Label: title + m.Req.Table, Body: m.body(s)}, true
	}
}

func (m *Model) body(s Sender) []app.UI {
	text := "Count"
	if m.Stats {
		text = "Read and count"
	}
	if m.Reply != nil || m.Failed != nil {
		text += " again"
	}
	do := Press(s, ".btn.primary#count-go", text, StartPressed{})
	if m.Busy {
		do = Press(s, ".btn.primary#count-go", "Stop", StopPressed{}) // in the same place: the keyboard stays on it
	}
	why := "The account " + m.Req.Source + " has no request that counts. Rangefinder has to read the keys of all entities."
	if m.Stats {
		why = "The account " + m.Req.Source + " keeps no statistics. Rangefinder has to read all entities, and keeps none of them."
	}
	return []app.UI{
		H("p", why),
		Slot(m.Filter != "", func() app.UI {
			return H("fieldset.stack", H("legend.sr", "What is counted"), m.choice(s, false, "What the filter returns: ", H("code.wrap", words.Clip(m.Filter, 200))), m.choice(s, true, "All of the table", nil))
		}),
		H("label.row.check", H("input#count-stats type=checkbox", On(m.Stats), Off(m.Busy), Typed(s, "change", "count-stats-"+strconv.FormatBool(m.Stats), func(string) page.Msg { return StatsChosen{!m.Stats} })), H("span", "Properties, kinds and sizes too")),
		H("p#count-cost", H("b", "Cost: "), m.Cost()),
		H("div.stack#count-body", m.found(s)),
		H("div.row.end", m.leave(s), Slot(!m.Busy && m.Reply != nil && m.Reply.More, func() app.UI { return Press(s, ".btn#count-on", "Go on", OnPressed{}) }), do),
	}
}

// leave closes the dialog.
func (m *Model) leave(s Sender) app.UI {
	if m.from != nil {
		return Press(s, ".btn#count-back", "Back", page.DialogClosed{})
	}
	return Cancel(s)
}

func (m *Model) choice(s Sender, whole bool, text string, more any) app.UI {
	id := "count-filter"
	if whole {
		id = "count-whole"
	}
	return H("label.row", H("input#"+id+" type=radio name=count", On(m.Whole == whole), Off(m.Busy), Typed(s, "change", id, func(string) page.Msg { return WholeChosen{whole} })), H("span.wrap", text, more))
}

// found is how far the count is, or what came of it.
func (m *Model) found(s Sender) []app.UI {
	switch p := m.Progress; {
	case m.Busy:
		text := words.Count(p.Done, "entity", "entities") + " so far · " + words.Count(p.Pages, "page", "pages") + " · " + words.Count(p.Requests, "request", "requests")
		if p.Charge > 0 {
			text += " · " + words.Units(p.Charge) + " request units"
		}
		return []app.UI{H("progress", Label("Counting")), H("p.num", text),
			Slot(p.Waiting != nil && m.Left > 0, func() app.UI { return H("p", H("span.tag.odd", page.WaitText(*p.Waiting, m.Left))) })}
	case m.Failed != nil:
		return []app.UI{H("p.err role=alert", "Nothing was counted: "+m.Failed.Message+" "+m.Failed.Detail)}
	case m.Reply == nil:
		return nil
	}
	r := m.Reply
	spent := words.Count(r.Pages, "page", "pages") + ", " + words.Count(r.Requests, "request", "requests")
	if r.Charge > 0 {
		spent += ", " + words.Units(r.Charge) + " request units"
	}
	if money := page.PriceText(r.Requests, m.Price); money != "" {
		spent += ", " + money
	}
	return []app.UI{H("p", H("b", m.Result())), H("p.dim", spent+". Entities written during the count may or may not be counted."),
		m.statistics(s),
		m.partitions(),
		Slot(r.Stopped, func() app.UI { return H("p", "Stopped before the end. Going on reads only the rest.") }),
		Slot(r.Failed != nil, func() app.UI {
			return H("p.err role=alert", "It ended before the end: "+r.Failed.Message+" "+r.Failed.Detail)
		})}
}

// partitions are the largest of those that were counted.
func (m *Model) partitions() app.UI {
	r := m.Reply
	return Slot(len(r.Largest) > 1, func() app.UI {
		title := "Its partitions"
		if r.Partitions > len(r.Largest) {
			title = "The " + words.Number(len(r.Largest)) + " largest of its partitions"
		}
		return H("div.scroll-x.tall role=region tabindex=0", Label(title), H("table.preview#count-partitions",
			H("thead", H("tr", H("th scope=col", title), H("th.num scope=col", "Entities"), H("th.num scope=col", "Share"))),
			H("tbody", Each(len(r.Largest), func(i int) app.UI {
				p := r.Largest[i]
				return H("tr", H("th scope=row", words.Clip(page.KeyText(p.Key), 100)), H("td.num", words.Number(p.Entities)), H("td.num", words.Share(int64(p.Entities), int64(r.Entities))))
			}))))
	})
}

// Cost is what the count costs, with nothing guessed.
func (m *Model) Cost() string {
	if !m.Stats {
		return m.requests()
	}
	return m.requests() + " Pages bring whole entities, not only their keys."
}

func (m *Model) requests() string {
	if !m.Whole {
		e, err := filterlang.Parse(m.Filter)
		if err == nil {
			return m.cost(m.Profile.Plan(e).Class)
		}
	}
	return m.cost(m.Profile.Plan(nil).Class)
}

func (m *Model) cost(c filterlang.Class) string {
	pages := "one request per " + words.Number(engine.MaxPage) + " entities returned. For a million: at least 1,000 requests" + m.million() + ". "
	if m.Profile == filterlang.Cosmos {
		switch c {
		case filterlang.PointRead:
			return "one request, of about 1 request unit for an entity of 1 KB."
		case filterlang.OnePartition:
			return pages + "Each page is charged in request units, for what the index of one partition matches and returns. They are known as the pages come."
		}
		return pages + "Each page is charged in request units, and every physical partition is asked. They are known as the pages come."
	}
	switch c {
	case filterlang.Point:
		return "one request, one entity read."
	case filterlang.Empty:
		return "one request; no key fits the filter."
	case filterlang.RowRange:
		return pages + "The service reads the filter's range of one partition; each page is billed as a transaction, also an empty one."
	case filterlang.PartitionRange:
		return pages + "The service reads every partition in the filter's range; each page is billed as a transaction, also an empty one."
	}
	return pages + "The service reads the whole table; each page is billed as a transaction, also an empty one."
}

// million is the time, the bytes and the price of a thousand requests, as far as they are known.
func (m *Model) million() string {
	text := ""
	if m.Page > 0 {
		text = ", about " + words.Micros(1000*m.Page)
	}
	if m.Stats && m.Size > 0 {
		text += ", some " + words.Bytes(1_000_000*m.Size)
	}
	if text != "" {
		text += " judged by the pages read so far"
	}
	if money := page.PriceText(1000, m.Price); money != "" {
		text += ", for " + money
	}
	return text
}
