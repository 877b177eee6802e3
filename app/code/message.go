package code

// What happened to the query as code, besides page.CodePressed.
type (
	CodeChosen      struct{ Format string }
	CodeCopied      struct{}
	CodeMerged      struct{} // as the parallel queries of the plan, merged, or as the one query again
	MarkdownPressed struct{}
	PlanTextPressed struct{}
	PlanDrawPressed struct{}
	// MarkdownCopied tells how CopyMarkdown went.
	MarkdownCopied struct {
		Rows int
		Err  error
	}
)

// CopyMarkdown is an effect on the page: it puts a page about the query on the clipboard; see Markdown.
type CopyMarkdown struct{}
