package postlink

import (
	"errors"
	"slices"
	"strings"
)

// Trace is a program that tells which functions run.
type Trace struct {
	First, Rest []byte // the parts, with everything in the rest that may be there
	functions   []source
	sizes       []int // of their code, in bytes
}

// NewTrace makes of a linked program one for finding out what has to come first. Its functions call the one that the browser adds to the
// end of the table of functions, with their number.
func NewTrace(linked []byte) (*Trace, error) {
	functions, err := sourcesOf(linked)
	if err != nil {
		return nil, err
	}
	late, err := moves(linked, func(i int) bool { return i < len(functions) && mayMove(functions[i].name) })
	if err != nil {
		return nil, err
	}
	small, err := shrink(linked, late)
	if err != nil {
		return nil, err
	}
	t := &Trace{functions: functions}
	sections, err := parseModule(small)
	if err != nil {
		return nil, err
	}
	m, err := readProgram(sections)
	if err != nil {
		return nil, err
	}
	for _, code := range m.code {
		t.sizes = append(t.sizes, len(code))
	}
	t.First, t.Rest, err = split(small, late, true)
	return t, err
}

// near are packages that come first whole: what a query and its rows go through, where a wait would be felt and a call between the
// parts costs some nanoseconds more; what everybody calls, of which more than what ran may be needed for other values; app/editor,
// app/queryline and app/state, since a key that waited for the rest would be answered after what is typed behind it.
var near = []string{
	"rangefinder/app/browser", "rangefinder/app/editor", "rangefinder/app/queryline", "rangefinder/app/state", "rangefinder/engine", "rangefinder/filterlang", "rangefinder/filterlang/edm",
	"github.com/tidwall/btree",
	"bytes", "cmp", "context", "errors", "fmt", "maps", "math", "slices", "sort", "strconv", "strings",
}

// far are files of near packages that only what comes later calls, or a dialog or panel that somebody has to open first: the press that
// opens it waits for the rest of the program, and so nothing can be typed into it before.
var far = []string{
	"rangefinder/app/state/commands.go",
	"rangefinder/app/state/wishes.go", "rangefinder/app/state/querytabs.go",
	"rangefinder/app/state/accounts.go",
	"rangefinder/app/queryline/rewrite.go", "rangefinder/app/queryline/sql.go", "rangefinder/app/queryline/then.go",
	"rangefinder/app/state/room.go", "rangefinder/app/state/keep.go",
	"fmt/scan.go", "rangefinder/engine/known.go", "rangefinder/filterlang/edm/packedrekey.go", "rangefinder/filterlang/column.go", "rangefinder/filterlang/comment.go", "rangefinder/filterlang/findingindex.go", "rangefinder/filterlang/profile.go", "rangefinder/filterlang/rewrite.go", "rangefinder/filterlang/foreign.go", "rangefinder/filterlang/function.go", "rangefinder/filterlang/sql.go", "rangefinder/filterlang/sqlmeant.go", "rangefinder/filterlang/sqlvalue.go", "rangefinder/filterlang/step.go", "rangefinder/filterlang/diagnosis.go", "rangefinder/filterlang/phrase.go", "rangefinder/app/editor/refusal.go", "rangefinder/app/state/documents.go", "rangefinder/app/state/embed.go", "rangefinder/filterlang/sqlverb.go", "rangefinder/filterlang/spoken.go", "rangefinder/filterlang/stray.go", "rangefinder/filterlang/unexpected.go", "rangefinder/filterlang/sqlurl.go", "rangefinder/filterlang/sqlcode.go", "rangefinder/filterlang/sqlwords.go", "rangefinder/filterlang/findingkey.go", "rangefinder/filterlang/findingdata.go", "rangefinder/filterlang/findinglogic.go", "rangefinder/filterlang/ideal.go", "rangefinder/filterlang/idealexclude.go", "rangefinder/filterlang/constant.go", "rangefinder/filterlang/edm/json.go",
	"github.com/tidwall/btree/map.go", "rangefinder/engine/apply.go", "rangefinder/engine/close.go", "rangefinder/engine/tx.go", "rangefinder/engine/logwrite.go", "rangefinder/engine/log.go", "rangefinder/engine/keeper.go", "rangefinder/engine/image.go", "rangefinder/app/browser/zone_js.go", "rangefinder/engine/document.go", "rangefinder/engine/equalkeys.go", "rangefinder/engine/query.go", "rangefinder/app/browser/events_js.go",
	"rangefinder/engine/checkpoint.go", "rangefinder/engine/hot.go", "rangefinder/engine/nodes.go", "rangefinder/engine/survey.go", "rangefinder/engine/track.go", "rangefinder/engine/distinct.go", "rangefinder/engine/logchoice.go", "rangefinder/engine/rekey.go", "rangefinder/engine/repair.go",
	"rangefinder/engine/bulk.go", "rangefinder/engine/damage.go", "rangefinder/engine/tally.go", "rangefinder/app/browser/accounts_js.go", "rangefinder/app/browser/chooser_js.go", "rangefinder/app/browser/clipboard_js.go", "rangefinder/app/browser/files_js.go", "rangefinder/app/browser/picture_js.go", "rangefinder/app/browser/plain_js.go", "rangefinder/app/browser/scroll_js.go",
	"rangefinder/engine/reserve.go", "rangefinder/engine/restore.go", "rangefinder/engine/rewrite.go", "rangefinder/engine/sync.go",
}

// parted are files of which each function comes first only when it ran, although the package is one of inTurns: what a press opens, and
// what the worker is asked when somebody has stopped typing.
var parted = []string{
	"rangefinder/app/copies/view.go", "rangefinder/app/designlab/update.go", "rangefinder/app/grid/columns.go", "rangefinder/app/grid/find.go", "rangefinder/app/grid/menu.go", "rangefinder/app/grid/order.go", "rangefinder/app/grid/view_menu.go", "rangefinder/app/partitions/model.go", "rangefinder/app/partitions/recount.go", "rangefinder/app/requests/model.go", "rangefinder/app/simulator/design.go", "rangefinder/app/simulator/model.go", "rangefinder/app/simulator/player.go", "rangefinder/app/simulator/setup.go",
	"rangefinder/app/plan/tree.go", "rangefinder/app/plan/view_index.go", "rangefinder/app/plan/view_map.go", "rangefinder/app/plan/view_tree.go",
	"rangefinder/app/result/view_tools.go", "rangefinder/app/result/view_scan.go", "rangefinder/app/result/wait.go",
	"rangefinder/app/worker/lines.go", "rangefinder/app/worker/storage.go", "rangefinder/app/worker/tables.go", "rangefinder/app/worker/find.go", "rangefinder/app/worker/order.go",
	"rangefinder/app/designlab/growth.go", "rangefinder/app/grid/layout.go", "rangefinder/app/ui/embed.go", "rangefinder/app/worker/room.go",
	"rangefinder/app/ui/dialog.go", "rangefinder/app/result/view.go", "rangefinder/app/result/view_live.go", "rangefinder/app/side/view.go", "rangefinder/app/side/view_sources.go", "rangefinder/app/side/list.go", "rangefinder/app/worker/study/misses.go",
}

// shownLater are files of which what only a press on an entity runs comes later: they draw the entity. What the press itself does comes
// first, since the browser calls some of it in the midst of another call, where the program cannot be parked.
var shownLater = []string{"rangefinder/app/inspector/view.go", "rangefinder/app/inspector/view_save.go", "rangefinder/app/kit/typeselect.go", "rangefinder/app/edit/said.go", "rangefinder/app/edit/bytesform.go"}

// nearFiles come first although the recorded visit may have no use for them: what tells that a question failed or was given up.
var nearFiles = []string{"rangefinder/app/wire/failure.go", "rangefinder/app/worker/failure.go"}

// inTurns reports whether a function is of a package of which a file comes first whole when anything in it ran: which of the worker's
// functions run at a start depends on who was faster, and what the page does with a key cannot wait in the midst of it.
func inTurns(name string) bool {
	for _, pkg := range []string{"app/copies", "app/designlab", "app/grid", "app/partitions", "app/plan", "app/requests", "app/result", "app/side", "app/simulator", "app/kit", "app/page", "app/wire", "app/worker", "app/tabs", "app/ui"} {
		if strings.HasPrefix(name, "rangefinder/"+pkg+".") {
			return true
		}
	}
	return false
}

// comesFirst reports whether a function must be there from the start, whether it ran or not.
func comesFirst(f source) bool {
	slash := strings.LastIndex(f.name, "/") + 1
	pkg, _, _ := strings.Cut(f.name[slash:], ".")
	return !mayMove(f.name) || slices.Contains(nearFiles, unversioned(f.file)) ||
		slices.Contains(near, f.name[:slash]+pkg) && !slices.Contains(far, unversioned(f.file))
}

// minLate is the least code of a family of functions, in bytes, that is worth a line of the list when the rest of its file is needed.
const minLate = 250

// Late returns the list of what can come later, when those functions ran that ran holds the numbers of, and those of pressed when somebody
// pressed an entity after that.
func (t *Trace) Late(ran, pressed map[int]bool) string {
	first := make(map[string]bool) // families
	for i := range ran {
		first[family(t.functions[i].name)] = true
	}
	for i := range pressed {
		if f := t.functions[i]; !slices.Contains(shownLater, unversioned(f.file)) {
			first[family(f.name)] = true
		}
	}
	needed := make(map[string]bool) // files
	for _, f := range t.functions {
		if first[family(f.name)] || comesFirst(f) && mayMove(f.name) {
			needed[unversioned(f.file)] = true
		}
	}
	needed[""] = true             // what the compiler made
	lines := make(map[string]int) // with the size of their code
	for i, f := range t.functions {
		if comesFirst(f) || first[family(f.name)] {
			continue
		}
		if file := unversioned(f.file); !needed[file] {
			lines[file] += minLate // a file is one line for all
		} else if !inTurns(f.name) || slices.Contains(parted, file) {
			lines[family(f.name)] += t.sizes[i]
		}
	}
	var list []string
	for line, size := range lines {
		if size >= minLate {
			list = append(list, line)
		}
	}
	slices.Sort(list)
	return "// What of the program comes after the page can be used. Written by `go run ./e2e/late`.\n" + strings.Join(list, "\n") + "\n"
}

// FunctionName returns the name of a function of a linked program by its number among all.
func FunctionName(linked []byte, i int) (string, error) {
	functions, err := sourcesOf(linked)
	if err != nil {
		return "", err
	}
	if i < 0 || i >= len(functions) {
		return "", errors.New("the program has no function of that number")
	}
	return functions[i].name, nil
}
