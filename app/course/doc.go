// Package course is the lessons on the page: the list of the course, the lesson that is open in the place of the tables, the lessons and
// the class of a teacher. What a lesson is, how it is checked and what was done of it is in app/lesson; the worker makes the data and
// judges attempts. In reading order:
//
//	model.go      Model: the course, what was done, the lesson that is open; dialogs and settings
//	message.go    messages and commands
//	update.go     Update: the course, the lesson, the step
//	lesson.go     Lesson: the one that is open
//	open.go       opening it, going from step to step
//	leave.go      leaving it, keeping its tables, and addresses that lead in or out; Follow
//	attempt.go    what a learner writes: put, tried, judged
//	predict.go    questions before a plan is shown
//	progress.go   what was done, forgotten and brought back
//	projector.go  the step in big type, revealed bit by bit
//	own.go file.go
//	              lessons that came as a file
//	classroom.go  the class of a link, and the files of learners
//	view*.go      the drawing
//
// Model and Update are pure. A lesson's tables are in a room of their own: the page goes there and comes back by page.EnterRoom and
// page.LeaveRoom, and shows queries by page.Show and page.RunQuery.
package course
