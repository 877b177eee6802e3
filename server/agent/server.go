package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"rangefinder/app/lesson"
	"rangefinder/filterlang"
)

// Config says what the tools work with.
type Config struct {
	Version string         // of the program, for the client
	Files   *Files         // that may be read, or written; nil for none
	Samples lesson.Samples // that lessons may load
}

// tools are the tools of one session.
type tools struct {
	config Config
	bench  chan struct{} // holds one while no call has entities in memory, which may be many
}

// New returns a server with all tools.
func New(c Config) *mcp.Server {
	if c.Files == nil {
		c.Files = &Files{}
	}
	t := &tools{c, make(chan struct{}, 1)}
	t.bench <- struct{}{}
	s := mcp.NewServer(&mcp.Implementation{Name: "rangefinder", Title: "Rangefinder", Version: c.Version}, &mcp.ServerOptions{
		Instructions: "Tools about Azure Table storage and Azure Cosmos DB for Table: what a $filter makes the service read, before it is run, and which keys a table should have. " +
			"No network is used. Files that may be read: " + c.Files.String() + ". " + writing(c.Files),
		Capabilities: &mcp.ServerCapabilities{},
	})
	add(s, "explain", "Explain a $filter", "Explains what the service reads to answer a $filter of Azure Table storage: the class of its plan (point, row-range, partition-range, full-scan), the key range, what each condition does, and rewrites that read less. Refuses a filter as the service does, and says how to mend it. Needs no data.", t.explain)
	add(s, "check", "Check filters against a budget", "Judges $filter texts, given as a list or in a file (one a line, or a workspace file with saved queries): which of them read more than is allowed, and which the service would refuse.", t.check)
	add(s, "lab_suggest", "Suggest keys for a table", "Looks for keys for what a table is asked and what is written to it: tries designs made of the properties in the patterns, measures each on the entities of a table in a workspace file or on generated ones, and returns a few of which none is better in every number, with reasons. Its comparison has them beside the first design there was: for lab_measure, or to be asked again with other patterns. "+templates, t.suggest)
	add(s, "lab_measure", "Measure key designs", "Measures designs of PartitionKey and RowKey against access patterns, on the entities of a table in a workspace file or on generated ones: what each pattern reads and costs under each design, which design cannot do what, and which is cheapest. "+templates, t.measure)
	add(s, "workload", "Read what an application asks", "Reads logs of a Table service and ranks the shapes of what an application asks, what makes the service read most first: to find the queries that are worth another filter (explain) or other keys (lab_suggest, lab_measure).", t.workload)
	add(s, "lesson_check", "Check a lesson", "Reads a lesson of Rangefinder and runs it: tells what is wrong, by line, with how to mend it.", t.lesson)
	if len(c.Files.written) > 0 {
		addWriting(s, "lab_make", "Make the tables of a key design", "Writes the tables of a design, with the entities under their new keys, into a workspace file that may be written, beside the tables that it has. A table of that name must not be there. The page and the other tools open the file.", t.makeTables)
	}
	return s
}

// writing says what may be written.
func writing(f *Files) string {
	if len(f.written) == 0 {
		return "Nothing is written."
	}
	return "Files that may be written: " + strings.Join(f.targets, ", ") + "."
}

// templates is what a client has to know of templates.
const templates = "A template of a key is text with properties in braces and filters behind them: {Channel}_{CreatedOn|inverse:yyyy-MM}, {Id|pad(8)}, {Email|lower|hash(16)}; {PartitionKey} and {RowKey} are the keys that the entity has now."

// add adds a tool that reads only.
func add[In, Out any](s *mcp.Server, name, title, description string, run func(context.Context, In) (text string, out Out, err error)) {
	addAs(s, &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true}, name, title, description, run)
}

// addWriting adds a tool that adds to a file and takes nothing away.
func addWriting[In, Out any](s *mcp.Server, name, title, description string, run func(context.Context, In) (text string, out Out, err error)) {
	destructive := false
	addAs(s, &mcp.ToolAnnotations{Title: title, DestructiveHint: &destructive}, name, title, description, run)
}

func addAs[In, Out any](s *mcp.Server, annotations *mcp.ToolAnnotations, name, title, description string, run func(context.Context, In) (text string, out Out, err error)) {
	closed := false
	annotations.OpenWorldHint = &closed
	mcp.AddTool(s, &mcp.Tool{Name: name, Title: title, Description: description, Annotations: annotations},
		func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
			text, out, err := run(ctx, in)
			if err != nil {
				return nil, out, err
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, out, nil
		})
}

// Serve speaks the protocol on two streams, a JSON object on each line, until the first ends and its calls are answered, or the
// context ends.
func Serve(ctx context.Context, c Config, in io.Reader, out io.Writer) error {
	err := New(c).Run(ctx, answering{&mcp.IOTransport{Reader: io.NopCloser(in), Writer: noClose{out}}})
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return err
}

// noClose is a writer that somebody else closes.
type noClose struct{ io.Writer }

// Close implements io.Closer.
func (noClose) Close() error { return nil }

// Profile names the engine that answers.
type Profile string

// read returns the profile; the empty name is Azure Table storage.
func (p Profile) read() (filterlang.Profile, error) {
	if p == "" {
		return filterlang.Storage, nil
	}
	profile, ok := filterlang.ParseProfile(string(p))
	if !ok {
		return profile, fmt.Errorf("%.40q is not an engine: take storage, cosmos or emulator", string(p))
	}
	return profile, nil
}
