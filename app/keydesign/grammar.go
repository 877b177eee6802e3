package keydesign

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

type template struct {
	Parts []*part `parser:"@@*"`
}

type part struct {
	Literal *lexer.Token `parser:"  @Literal"`
	Hole    *hole        `parser:"| @@"`
}

type hole struct {
	Property lexer.Token `parser:"Open @Name"`
	Calls    []*call     `parser:"( Pipe @@ )* Close"`
}

type call struct {
	Name     lexer.Token  `parser:"@Name"`
	Argument *lexer.Token `parser:"@Argument?"`
}

// grammar builds the parser when the first template is read, not when the page loads.
var grammar = sync.OnceValue(func() *participle.Parser[template] {
	return participle.MustBuild[template](participle.Lexer(tokenRules{}))
})
