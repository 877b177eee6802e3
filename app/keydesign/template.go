package keydesign

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

// The limits of a template.
const (
	MaxTemplate = 1024 // bytes
	MaxParts    = 32
)

// Template makes a key of an entity's properties. It is immutable; the zero Template gives the empty key.
type Template struct {
	parts []Part
}

// Part is a piece of a template: a literal text, or a property and what is made of it.
type Part struct {
	Literal   string // "" for a property
	Property  string
	Functions []Function
	Span      filterlang.Span // in the template's text
}

// SyntaxError says why a template was refused.
type SyntaxError struct {
	Message string          // what is wrong and what would do, for a person
	Span    filterlang.Span // in bytes; empty at the end of the text
}

func (e *SyntaxError) Error() string { return e.Message }

// Parse reads a template. Every error is a *SyntaxError. It takes any bytes.
func Parse(text string) (*Template, error) {
	switch {
	case len(text) > MaxTemplate:
		return nil, &SyntaxError{"A template has at most 1024 bytes.", filterlang.Span{Start: MaxTemplate, End: len(text)}}
	case !utf8.ValidString(text):
		return nil, &SyntaxError{"The template is not UTF-8.", filterlang.Span{End: len(text)}}
	}
	tokens := scan(text)
	stream, err := lexer.Upgrade(&tokenStream{tokens: tokens})
	if err != nil {
		return nil, unexpected(tokens)
	}
	tree, err := grammar().ParseFromLexer(stream)
	if err != nil {
		return nil, unexpected(tokens)
	}
	t := new(Template)
	for _, p := range tree.Parts {
		var made Part
		var refused *SyntaxError
		if p.Literal != nil {
			made, refused = literal(*p.Literal)
		} else {
			made, refused = p.Hole.part()
		}
		if refused != nil {
			return nil, refused
		}
		t.parts = append(t.parts, made)
		if len(t.parts) > MaxParts {
			return nil, &SyntaxError{"A template has at most 32 parts.", made.Span}
		}
	}
	return t, nil
}

// follows tells for each kind of token which others may come after it; the end comes before the first.
var follows = map[lexer.TokenType][]lexer.TokenType{
	lexer.EOF:     {literalToken, openToken, lexer.EOF},
	literalToken:  {literalToken, openToken, lexer.EOF},
	closeToken:    {literalToken, openToken, lexer.EOF},
	openToken:     {nameToken},
	nameToken:     {pipeToken, closeToken, argumentToken},
	pipeToken:     {nameToken},
	argumentToken: {pipeToken, closeToken},
}

// unexpected tells what is wrong with the first token that fits nowhere.
func unexpected(tokens []lexer.Token) *SyntaxError {
	before, calling := lexer.EOF, false
	i := 0
	for ; i < len(tokens)-1; i++ {
		kind := tokens[i].Type
		if !slices.Contains(follows[before], kind) || kind == argumentToken && !calling {
			break
		}
		before, calling = kind, kind == pipeToken || calling && kind != closeToken
	}
	t := tokens[i]
	message := ""
	switch {
	case before == openToken:
		message = "The name of a property belongs here, as in {Channel}. Double the brace for one in the key."
	case before == pipeToken:
		message = "A function belongs here: " + functionNames() + "."
	case slices.Contains(follows[before], lexer.EOF):
		message = "This brace closes nothing. Double it for a brace in the key."
	case t.Type == lexer.EOF:
		message = "The brace is not closed."
	case t.Value == "(":
		message = "The parenthesis is not closed."
	default:
		message = quoted(t.Value) + " does not belong here; a function begins with |, and } ends it."
	}
	return &SyntaxError{message, span(t)}
}

func span(t lexer.Token) filterlang.Span {
	return filterlang.Span{Start: t.Pos.Offset, End: t.Pos.Offset + len(t.Value)}
}

func quoted(s string) string { return "“" + s + "”" }

var unescape = strings.NewReplacer("{{", "{", "}}", "}")

func literal(t lexer.Token) (Part, *SyntaxError) {
	p := Part{Literal: unescape.Replace(t.Value), Span: span(t)}
	if err := engine.CheckKey("the key", p.Literal); err != nil {
		return p, &SyntaxError{"No key may hold " + quoted(p.Literal) + ": the signs / \\ # ? and control characters are refused, and more than 512 characters.", p.Span}
	}
	return p, nil
}

func (h *hole) part() (Part, *SyntaxError) {
	p := Part{Property: h.Property.Value, Span: span(h.Property)}
	if p.Property == filterlang.Timestamp {
		return p, &SyntaxError{"The service sets the Timestamp when it has the key; no key can be made of it.", p.Span}
	}
	if err := engine.CheckPropertyName(p.Property); err != nil && p.Property != filterlang.PartitionKey && p.Property != filterlang.RowKey {
		return p, &SyntaxError{quoted(p.Property) + " is not a name of a property.", p.Span}
	}
	for _, c := range h.Calls {
		f, refused := c.function()
		if refused != nil {
			return p, refused
		}
		p.Functions = append(p.Functions, f)
	}
	return p, nil
}

// Parts returns the parts from left to right. The caller must not change them.
func (t *Template) Parts() []Part { return t.parts }

// Properties returns the names of the properties that a key is made of, in order, each once.
func (t *Template) Properties() []string {
	var names []string
	for _, p := range t.parts {
		if p.Property != "" && !slices.Contains(names, p.Property) {
			names = append(names, p.Property)
		}
	}
	return names
}

var escape = strings.NewReplacer("{", "{{", "}", "}}")

// String returns the canonical text; parsing it gives an equal template, spans aside.
func (t *Template) String() string {
	var b strings.Builder
	for _, p := range t.parts {
		if p.Property == "" {
			b.WriteString(escape.Replace(p.Literal))
			continue
		}
		b.WriteString("{" + p.Property)
		for _, f := range p.Functions {
			b.WriteString("|" + f.Name)
			if f.Argument != "" {
				b.WriteString("(" + f.Argument + ")")
			}
		}
		b.WriteByte('}')
	}
	return b.String()
}
