// Package copyto is the dialog "Copy to…": the entities of a table, or of a result, into a table of this browser or of an account; and
// "Deploy…": a design of the lab with its copies, and the check of those. It shows
// what will be written before anything is, then how far it is, then a report. The worker reads and writes. In reading order:
//
//	model.go  Model: the form and where the copy stands; Update and Follow
//	work.go   its steps: plan, write, verify; what came of each
//	design.go a design of the lab instead of a table: its words, what a check found
//	conflict.go
//	          one entity that the target has differently: its sides are read, and what becomes of it is decided
//	text.go   the plan and the report in words
//	view.go   Dialog, the drawing: view_design.go, view_plan.go, view_conflict.go, view_report.go
//
// Model, Update and Follow are pure.
package copyto
