//go:build js && wasm

package browser

import (
	"encoding/hex"
	"syscall/js"

	"rangefinder/app/port"
)

// toWorker is this page's worker, which gets the files; undefined before Spawn.
var toWorker js.Value

// handOver gives a file to the worker, by reference, and returns what the page knows of it.
func handOver(file js.Value) port.FileRef {
	ref := port.FileRef{
		Token: newToken(),
		Name:  file.Get("name").String(),
		Size:  int64(file.Get("size").Float()),
	}
	postFile(ref.Token, file)
	return ref
}

// newToken makes a name that no other tab makes. randomUUID is there on secure pages only.
func newToken() string {
	random := uint8Array.New(16)
	global.Get("crypto").Call("getRandomValues", random)
	return hex.EncodeToString(bytesOf(random))
}

// postFile sends {token, file}, or {token} when file is undefined.
func postFile(token string, file js.Value) {
	if toWorker.IsUndefined() {
		return
	}
	message := global.Get("Object").New()
	message.Set("token", token)
	if !file.IsUndefined() {
		message.Set("file", file)
	}
	toWorker.Call("postMessage", message)
}

// handOverAll gives every file of a FileList to the worker.
func handOverAll(files js.Value) []port.FileRef {
	refs := make([]port.FileRef, files.Length())
	for i := range refs {
		refs[i] = handOver(files.Index(i))
	}
	return refs
}

// choosing is what waits for the files of the last chooser. It is let go with the next: some browsers say "cancel" and give files
// after all.
var choosing callbacks

func (*Page) ChooseFiles(accept string, got func([]port.FileRef)) {
	input := document.Call("createElement", "input")
	input.Set("type", "file")
	input.Set("accept", accept)
	input.Set("multiple", true)
	choosing.release()
	input.Call("addEventListener", "change", choosing.add(func(js.Value) {
		if refs := handOverAll(input.Get("files")); len(refs) > 0 {
			got(refs)
		}
	}))
	input.Call("click")
}

func (*Page) TextFile(name, text string) port.FileRef {
	options := global.Get("Object").New()
	options.Set("type", "text/plain")
	return handOver(global.Get("File").New([]any{text}, name, options))
}

func (*Page) ForgetFile(token string) { postFile(token, js.Undefined()) }

func (*Page) Save(url, name string) {
	a := document.Call("createElement", "a")
	a.Set("href", url)
	a.Set("download", name)
	a.Call("click")
}

// OnDrop listens before everything else on the page: the editor would put a dropped file's text into the filter, and the
// browser would leave the page for it.
func (*Page) OnDrop(over func(inside bool), got func([]port.FileRef)) (remove func()) {
	if over == nil {
		over = func(bool) {}
	}
	onLaunch(got)
	depth := 0 // elements entered and not left: each child tells of its own
	inside := false
	set := func(now bool) {
		if now != inside {
			inside = now
			over(now)
		}
	}
	capture := global.Get("Object").New()
	capture.Set("capture", true)
	on := func(event string, do func(e js.Value)) func() {
		return listenWith(global, event, capture, func(e js.Value) {
			// A drag that is given up leaves with nothing in its hands.
			if !hasFiles(e.Get("dataTransfer")) && !(event == "dragleave" && inside) {
				return
			}
			e.Call("preventDefault")
			e.Call("stopPropagation")
			do(e)
		})
	}
	removes := []func(){
		on("dragenter", func(js.Value) {
			depth++
			set(true)
		}),
		on("dragover", func(e js.Value) {
			e.Get("dataTransfer").Set("dropEffect", "copy")
			depth = max(depth, 1)
			set(true)
		}),
		on("dragleave", func(js.Value) {
			depth = max(depth-1, 0)
			set(depth > 0)
		}),
		on("drop", func(e js.Value) {
			depth = 0
			set(false)
			if refs := handOverAll(e.Get("dataTransfer").Get("files")); len(refs) > 0 {
				got(refs)
			}
		}),
	}
	return func() {
		for _, remove := range removes {
			remove()
		}
	}
}

// hasFiles reports whether a drag carries files.
func hasFiles(transfer js.Value) bool {
	if !transfer.Truthy() {
		return false
	}
	types := transfer.Get("types")
	for i := range types.Length() {
		if types.Index(i).String() == "Files" {
			return true
		}
	}
	return false
}

func (*Page) OnPaste(text func(plain, html string), got func([]port.FileRef)) (remove func()) {
	return listen(document, "paste", func(e js.Value) {
		data := e.Get("clipboardData")
		if !data.Truthy() || e.Get("defaultPrevented").Bool() || inTextField(e.Get("target")) || inTextField(document.Get("activeElement")) {
			return
		}
		files := data.Get("files")
		plain := data.Call("getData", "text/plain").String()
		switch {
		case files.Length() > 0 && (plain == "" || !onlyPictures(files)):
			e.Call("preventDefault")
			got(handOverAll(files))
		case plain != "":
			// Spreadsheets put a picture of the cells beside their text.
			e.Call("preventDefault")
			text(plain, data.Call("getData", "text/html").String())
		}
	})
}

// inTextField reports whether typing at an element goes into a text.
func inTextField(element js.Value) bool {
	if !element.Truthy() || element.Get("closest").Type() != js.TypeFunction {
		return false
	}
	return element.Call("closest", "input, textarea, select, [contenteditable]:not([contenteditable=false])").Truthy()
}

func onlyPictures(files js.Value) bool {
	for i := range files.Length() {
		if kind := files.Index(i).Get("type").String(); len(kind) < 6 || kind[:6] != "image/" {
			return false
		}
	}
	return true
}

// onLaunch tells of files that the person opened with the installed application, for as long as the page lives; the browser
// keeps those that made it start until somebody asks.
func onLaunch(got func([]port.FileRef)) {
	queue := global.Get("launchQueue")
	if !queue.Truthy() {
		return
	}
	queue.Call("setConsumer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		handles := first(args).Get("files")
		if !handles.Truthy() || handles.Length() == 0 {
			return nil
		}
		opening := make([]any, handles.Length())
		for i := range opening {
			opening[i] = handles.Index(i).Call("getFile")
		}
		settle(global.Get("Promise").Call("all", opening), func(files js.Value, err error) {
			if err == nil { // else the file has gone in the meantime
				got(handOverAll(files))
			}
		})
		return nil
	}))
}
