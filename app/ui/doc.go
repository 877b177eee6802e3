// Package ui is the page: go-app components that draw a shell.Model and turn what the person does into messages. They decide
// nothing. In reading order:
//
//	platform.go   Platform: what the page is given by the browser; Routes
//	root.go       Root: owns the store, draws the panels, carries out effects
//	keys.go       the keys that work everywhere
//	resize.go     what a window of another size may not hide
//	shell.go      the page before the WASM runs
//	topbar.go dialog.go status.go
//	              one panel a file; those of features stand in their packages
//	gridhost.go   what the grid, and the field of a cell in it, need of the page
//	speech.go     what is spoken, and when
//
// Every panel is given pointers to immutable parts of the model: a panel whose pointers did not change is not drawn again.
package ui
