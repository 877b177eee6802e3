//go:build js && wasm

// Package browser is the JavaScript boundary: the only package beside web/wasm that imports syscall/js. It implements the
// interfaces of app/port, one file for each.
//
// Reading order: value_js.go (await, bytes, callbacks that can be released), page_js.go, editor_js.go, grid_js.go and its
// neighbours (grid_draw_js.go places, grid_row_js.go draws, grid_keys_js.go listens, grid_select_js.go selects and copies), worker_js.go.
//
// A JavaScript exception is a Go panic of type js.Error; it becomes an error here and nowhere else. No callback blocks.
package browser
