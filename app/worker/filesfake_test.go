package worker

import (
	"testing"

	"rangefinder/app/worker/workertest"
)

// openFiles serves an empty database with files; change may set the configuration.
func openFiles(t *testing.T, change func(*Config)) (*desk, *workertest.Files) {
	t.Helper()
	files := workertest.NewFiles()
	d := open(t, func(c *Config) {
		c.Files = files
		if change != nil {
			change(c)
		}
	})
	return d, files
}
