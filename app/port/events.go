package port

// Feed is what the server of the page tells of the requests to its Table endpoint. Only a server that has one marks the page:
// anywhere else HasFeed is false and nothing is asked.
type Feed interface {
	HasFeed() bool
	// OpenFeed listens until stop is called, and again after a lost connection. got is handed the newest requests of the server
	// and then those that come, the oldest first, each as JSON, a few times a second at most and 200 at a time; the oldest of
	// more are dropped. connected tells whether the stream stands.
	OpenFeed(got func(requests []string), connected func(bool)) (stop func())
	// AskFeed asks the server about its Table endpoint: a path below the server's "api/", such as "requests", with a body or "". An answer
	// that tells of no success is an error with the text of the answer.
	AskFeed(method, path, body string, done func(text []byte, err error))
}
