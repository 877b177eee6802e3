// Package port names what the screens and the worker need from a browser, in plain Go: no js.Value and no syscall/js, so that
// state and UI code can be compiled and tested natively with fakes. Package app/browser has the one implementation.
//
// Reading order: Page (everything a page can do), Editor (the filter's text box), Grid (the virtual table of results), Port
// (the line between the page and its worker; Pipe is one within a process, Inbox keeps what came until it is read), and Tabs (what connects
// the workers of several tabs).
//
// Two rules hold for every callback in this package. It runs on the browser's event loop, so it must not block: hand the value
// to the store and return. And it runs outside the UI framework's own goroutine, so it must dispatch before it touches a
// component.
//
// Positions in text are UTF-16 code units, as in JavaScript; lines and columns count from 0.
package port
