package shell

// unless makes one of conditions: the first that says why, counts.
//
//go:noinline
func unless(list ...func(*Model) string) func(*Model) string {
	return func(m *Model) string {
		for _, not := range list {
			if why := not(m); why != "" {
				return why
			}
		}
		return ""
	}
}

// missing is a condition: why, as long as there is not what has looks for.
//
//go:noinline
func missing(why string, has func(m *Model) bool) func(*Model) string {
	return func(m *Model) string {
		if has(m) {
			return ""
		}
		return why
	}
}
