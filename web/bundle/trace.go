package bundle

import (
	"os"
	"path/filepath"

	"rangefinder/web"
	"rangefinder/web/postlink"
)

// NewTrace builds the page's program for finding out what of it has to come first.
func NewTrace(root string) (*postlink.Trace, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	_, linked, err := compile(root)
	if err != nil {
		return nil, err
	}
	return postlink.NewTrace(linked)
}

// FunctionName returns the name of a function of the program that was built last, by its number among all.
func FunctionName(root string, i int) (string, error) {
	linked, err := os.ReadFile(filepath.Join(root, "bin", web.ProgramName))
	if err != nil {
		return "", err
	}
	return postlink.FunctionName(linked, i)
}
