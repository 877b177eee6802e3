package accounts

import (
	"slices"
	"sort"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

// Rows are the entities of a result that was read from an account, in the order they came. They are immutable: With adds
// a page to a copy.
type Rows struct {
	pages []part
	Seen  *Tally // of all of them
}

// part is a page as it came.
type part struct {
	entities []engine.Entity
	end      int // entities up to its end
	next     engine.Token
}

// With returns rows and a page more. The pages before are shared.
func (l Rows) With(p *engine.Page) Rows {
	l.pages = append(l.pages, part{p.Entities, l.Len() + len(p.Entities), p.Next})
	return l
}

// CopyOf returns rows that pages are added to, with a tally of its own, while others read these.
func CopyOf(l Rows) Rows {
	seen := &Tally{}
	seen.Merge(l.Seen)
	return Rows{slices.Clip(l.pages), seen}
}

// Len is how many there are.
func (l Rows) Len() int {
	if len(l.pages) == 0 {
		return 0
	}
	return l.pages[len(l.pages)-1].end
}

// Pages is how many pages they came in, 1 of none.
func (l Rows) Pages() int { return max(1, len(l.pages)) }

// Page tells of one of the pages.
func (l Rows) Page(i int) engine.PageInfo {
	if i >= len(l.pages) {
		return engine.PageInfo{}
	}
	p := &l.pages[i]
	return engine.PageInfo{From: p.end - len(p.entities), To: p.end, Next: p.next}
}

// At returns one of them.
func (l Rows) At(i int) engine.Entity {
	if w := l.Window(i, 1); len(w) > 0 {
		return w[0]
	}
	return engine.Entity{}
}

// Window returns some of them that stand together.
func (l Rows) Window(first, count int) []engine.Entity {
	if first < 0 || first >= l.Len() || count <= 0 {
		return nil
	}
	count = min(count, l.Len()-first)
	out := make([]engine.Entity, 0, count)
	at := sort.Search(len(l.pages), func(i int) bool { return l.pages[i].end > first })
	for ; len(out) < count; at++ {
		p := &l.pages[at]
		from := first + len(out) - (p.end - len(p.entities))
		out = append(out, p.entities[from:min(len(p.entities), from+count-len(out))]...)
	}
	return out
}

// Census implements interchange.Source.
func (l Rows) Census() filterlang.Census { return l.Seen.Census() }

// Columns are the names of the properties that were seen.
func (l Rows) Columns() []string {
	census := l.Seen.Census()
	names := make([]string, len(census.Properties))
	for i := range names {
		names[i] = census.Properties[i].Name
	}
	return names
}
