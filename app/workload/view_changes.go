package workload

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/words"
	"rangefinder/engine/workload"
)

// shownChanges is how many changes are listed.
const shownChanges = 40

// turns are the ways that a shape can change, for people who see and for people who hear.
var turns = map[Turn][3]string{Worse: {"▼", "worse", "worse"}, Added: {"+", "new", ""}, Gone: {"−", "gone", ""}, Other: {"≠", "changed", ""}, Better: {"▲", "better", "better"}}

// changes is what is different between the two logs.
func (p *Panel) changes() app.UI {
	m := p.Workload
	list, same := Changes(m.Logs[0].Reply.Shapes, m.Logs[1].Reply.Shapes)
	shown := min(len(list), shownChanges)
	text := words.Count(same, "shape is", "shapes are") + " as before. A shape has changed when it has another class, when its rate or p95 grew or fell by a factor of more than 1.5, or when its share of failures differs by more than 1 percentage point."
	if shown < len(list) {
		text = words.Count(len(list)-shown, "more shape has", "more shapes have") + " changed. " + text
	}
	var body []app.UI
	for i := range list[:shown] {
		body = append(body, p.change(i, &list[i]), p.moreOf(i, list[i].Shape))
	}
	return H("section.card#work-changes",
		H("div.row", H("h2", "What changed"), H("span.dim", "from "+words.Quote(words.Clip(m.Logs[0].Name(), 40))+" to "+words.Quote(words.Clip(m.Logs[1].Name(), 40))), H("span.grow"), CopyTable(p.Store, "changes")),
		Slot(len(list) > 0, func() app.UI {
			return H("div.lines tabindex=0 role=region", Label("What changed"), H("table.work-table",
				H("thead", H("tr", H("th scope=col", "Shape"), H("th scope=col", "Class"), H("th scope=col", "Change"), H("th scope=col", "How"))),
				H("tbody", body)))
		}),
		H("p.dim", text))
}

func (p *Panel) change(i int, c *Change) app.UI {
	t := turns[c.Turn]
	what := "span.verdict"
	if t[2] != "" {
		what += "." + t[2]
	}
	key := keyOf(c.Shape)
	return H("tr",
		H("th scope=row", Attr(WholeText, ShapeText(c.Shape)), Press(p.Store, ".line.mono.work-shape#work-change-"+strconv.Itoa(i), words.Clip(ShapeText(c.Shape), 240), ChangeOpened{Key: key}, Expanded(p.Workload.Change == key)), H("span.n", Beneath(c.Shape))),
		H("td", badge(c.Shape)), H("td", H(what, t[0]+" "+t[1])), H("td.work-how", strings.Join(c.Remarks, " · ")))
}

func (p *Panel) moreOf(i int, s *workload.Shape) app.UI {
	if p.Workload.Change != keyOf(s) {
		return H("tr.hidden", H("td"))
	}
	return H("tr.more", H("td colspan=4", p.behind("work-c"+strconv.Itoa(i), s)))
}
