//go:build js && wasm

package browser

// embedName is the name of a worker that serves an embedded page.
const embedName = "embed"

// Embedded reports whether this page is shown without chrome, on another page as a rule: the page's first script has said so.
// In a worker it says that of the page that started it.
func Embedded() bool {
	if IsWorker() {
		return global.Get("name").String() == embedName
	}
	return document.Get("documentElement").Call("hasAttribute", "data-embed").Bool()
}
