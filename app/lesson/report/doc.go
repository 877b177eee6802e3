// Package report is what a learner did, for a teacher. In reading order:
//
//	report.go    Report: progress and efforts as a file, written and read
//	classroom.go Classroom: several of them together
package report
