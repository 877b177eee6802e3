// Package virtual is the arithmetic of a virtual table, without a browser: Scroll maps a scroll bar of limited length to any number of
// lines, Columns says which columns are in view and Push where they were before a pane opened, Selection and Span which lines or cells are
// chosen together, Cache keeps windows of rows and says which to ask for, and Text makes a value fit a cell. Package app/browser draws what
// they say.
package virtual
