package result

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
)

// ScanQuestion asks before a query reads an account from end to end. It takes the focus itself, and not its first button: the
// Enter that ran the query must not answer, too.
type ScanQuestion struct {
	app.Compo
	Store Sender
	Text  string
	Asks  bool // every partition, whatever the index narrows
}

func (q *ScanQuestion) Render() app.UI {
	what := "This query scans"
	if q.Asks {
		what = "This query asks every partition"
	}
	return El("section").ID("scan").Class("scan").TabIndex(-1).Aria("label", what).OnKeyDown(OnKey(q.Store, "Escape", ScanCanceled{})).Body(
		H("p", H("b", what+". "), q.Text),
		H("div.row",
			Press(q.Store, ".btn.primary#scan-page", "Read one page", ScanChosen{}),
			Press(q.Store, ".btn#scan-all", "Read all", ScanChosen{All: true}),
			Press(q.Store, ".btn.quiet", "Cancel", ScanCanceled{}),
		),
	)
}
