package virtual

// Push remembers how far a view that became narrower moved the columns, so that one that becomes wider again takes that back. The zero
// Push remembers nothing.
type Push struct {
	on       bool
	from, to int // px
}

// Left is the sideways position in a view that was as wide as was and is as wide as view now, both in px. A column from 0 on stays in
// view. What a person scrolled meanwhile stays.
func (p *Push) Left(c *Columns, left, was, view, column int) int {
	ours, from := p.on && left == p.to, left
	if ours {
		from = p.from
	}
	to := left
	if ours && view > was {
		to = from
	}
	if column >= 0 {
		to = c.Reveal(column, to, view)
	}
	*p = Push{on: to != from, from: from, to: to}
	return to
}
