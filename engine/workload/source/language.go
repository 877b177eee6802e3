package source

import (
	"path"
	"strings"
)

// Language is a programming language. The zero Language is none that is known.
type Language uint8

// The languages. JavaScript is TypeScript too.
const (
	Unknown Language = iota
	Go
	CSharp
	JavaScript
	Python
	Java
)

// LanguageOf returns the language of a file by its name.
func LanguageOf(name string) Language {
	switch strings.ToLower(path.Ext(name)) {
	case ".go":
		return Go
	case ".cs", ".csx":
		return CSharp
	case ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx":
		return JavaScript
	case ".py":
		return Python
	case ".java":
		return Java
	}
	return Unknown
}
