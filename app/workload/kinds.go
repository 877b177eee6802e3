package workload

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/words"
	"rangefinder/engine/workload"
)

// kinds are the logs that the screen reads, with the shortest content of each that gives a call.
var kinds = [...]struct {
	kind          workload.Kind
	name, text    string
	example, what string // what the example is, as "a line"
}{
	{workload.MonitorCSV, "StorageTableLogs as CSV", "Azure Monitor, exported from Log Analytics", "TimeGenerated,OperationName,StatusCode,Uri\n2026-11-20T09:30:00Z,QueryEntities,200,https://acme.table.core.windows.net/Orders()", "a heading and a line"},
	{workload.MonitorJSON, "StorageTableLogs as JSON", "the same as an array", `[{"TimeGenerated":"2026-11-20T09:30:00Z","OperationName":"QueryEntities","StatusCode":"200","Uri":"https://acme.table.core.windows.net/Orders()"}]`, "an array"},
	{workload.JSONLines, "Diagnostic setting", "Azure Monitor's files, one JSON object a line", `{"time":"2026-11-20T09:30:00Z","operationName":"QueryEntities","statusCode":200,"uri":"https://acme.table.core.windows.net/Orders()"}`, "a line"},
	{workload.Analytics, "Storage Analytics", "from the container $logs", `1.0;2026-11-20T09:30:00Z;QueryEntities;Success;200;8;7;authenticated;acme;acme;table;"https://acme.table.core.windows.net/Orders()";"/acme/Orders";;0;;;;0;;0;;;;;;;;;`, "a line"},
	{workload.HAR, "HAR", "saved by a browser or a proxy", `{"log":{"entries":[{"startedDateTime":"2026-11-20T09:30:00Z","time":8,"request":{"method":"GET","url":"https://acme.table.core.windows.net/Orders()","headers":[]},"response":{"status":200}}]}}`, "a file"},
	{workload.Azurite, "Azurite", "its debug log, or what it prints", `127.0.0.1 - - [20/Nov/2026:09:30:00 +0000] "GET /devstoreaccount1/Orders() HTTP/1.1" 200 -`, "a line"},
	{workload.JSONLines, "Rangefinder", "written by rangefinder serve --log; only this log says what each query examined, so the order of its shapes is exact", `{"time":"2026-11-20T09:30:00Z","method":"GET","path":"/Orders()","operation":"Query Entities","status":200,"ms":8,"plan":"full-scan","examined":900,"returned":900}`, "a line"},
}

// kindsFold unfolds what the screen reads, with an example of each.
func kindsFold(open bool) app.UI {
	what := "details.work-lines"
	if open {
		what += " open"
	}
	return H(what, H("summary", "Logs that it reads, with examples"), H("ul.work-kinds", Each(len(kinds), func(i int) app.UI {
		k := &kinds[i]
		return H("li", H("b", k.name), " "+k.text, example("Example of "+k.name, k.example))
	})))
}

// example is text of a log.
func example(label, text string) app.UI {
	return H("pre.code.work-example tabindex=0 role=region", Label(label), text)
}

// failure says why nothing was read of a log, and shows what would have been.
func (p *Panel) failure(f *Failed) app.UI {
	var instead, wanted any
	if len(f.Log.Files) > 0 {
		instead = Press(p.Store, ".btn.small#work-import", "Import it as entities…", ImportPressed{})
	}
	if f.Unknown && len(p.Workload.Logs) > 0 { // else they stand below
		wanted = kindsFold(false)
	}
	for i := range kinds {
		if k := &kinds[i]; k.kind == f.Kind && wanted == nil {
			wanted = H("div", H("p", "For comparison, "+k.what+" that can be read ("+k.name+"):"), example("For comparison", k.example))
		}
	}
	return H("div.failure role=alert", H("p", f.Text),
		Slot(len(f.Lines) > 0, func() app.UI {
			return H("ul.work-files", Each(len(f.Lines), func(i int) app.UI { return H("li", lineText(f.Lines[i])) }))
		}), wanted,
		H("div.row", instead, Press(p.Store, ".btn.small#work-dismiss", "Close", FailureClosed{})))
}

// lineText says why a line was not understood, without its text.
func lineText(e workload.Example) string {
	line := "Line " + words.Number(e.Line)
	if rest, ok := strings.CutPrefix(e.Reason, "the line "); ok {
		return line + " " + rest
	}
	return line + ": " + e.Reason
}
