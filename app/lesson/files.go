package lesson

import "strings"

// IsFile reports whether a file says by its name that it is a lesson.
func IsFile(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".lesson") }

// IsReport reports whether a file says by its name that it holds a learner's progress. A browser may have added a number to it.
func IsReport(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, ".progress") && strings.HasSuffix(name, ".csv")
}
