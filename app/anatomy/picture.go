package anatomy

import (
	"cmp"
	"fmt"
	"strings"

	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// Picture is what a plan touches of a table.
type Picture struct {
	Class    filterlang.Class
	Entities int       // of the table
	Reads    []Stretch // in order, none empty; apart from each other
	Read     int       // entities
	Servers  []Touched // the shares of the list, each on a server
	Parts    []Touched
	Page     int       // the most entities of a page
	Pages    []Stretch // of what is read, when all of it matches: each ends after Page entities, and where a server's share does
	Filled   int       // pages that what matches was counted to fill; 0: not counted, so that Pages is all there is to say
	Whole    bool      // every part is one partition

	first, last string // PartitionKeys of the first and the last part that is touched
}

// Touched is a stretch of the list, and how much of it is read.
type Touched struct {
	Stretch
	Read int
}

// Of returns what a plan of a class touches that reads those stretches of a table.
func Of(x *Index, class filterlang.Class, reads []Stretch) Picture {
	p := Picture{Class: class, Entities: x.Entities(), Page: cmp.Or(x.Page, MaxPage), Whole: true}
	all := Stretch{0, p.Entities}
	for _, r := range reads {
		if r = r.and(all); r.len() > 0 {
			p.Reads, p.Read = append(p.Reads, r), p.Read+r.len()
		}
	}
	for _, share := range x.cuts() {
		p.Servers = append(p.Servers, p.touched(share))
		for _, r := range p.Reads {
			for r = r.and(share); r.len() > 0; r.From = min(r.From+p.Page, r.To) {
				p.Pages = append(p.Pages, Stretch{r.From, min(r.From+p.Page, r.To)})
			}
		}
	}
	at := 0
	for _, part := range x.Parts {
		t := p.touched(Stretch{at, at + part.Entities})
		if p.Parts, at = append(p.Parts, t), t.To; t.Read > 0 {
			if p.last = part.Last; p.first == "" {
				p.first = part.First
			}
		}
		p.Whole = p.Whole && part.Partitions == 1
	}
	return p
}

func (p *Picture) touched(s Stretch) Touched {
	t := Touched{Stretch: s}
	for _, r := range p.Reads {
		t.Read += r.and(s).len()
	}
	return t
}

// Text says what the picture shows, for somebody who does not see it.
func (p *Picture) Text() string {
	switch {
	case p.Entities == 0:
		return "The table is empty, so there is nothing to read."
	case p.Read == 0 && p.Class == filterlang.Point:
		return "It looks at one place of the list, where no entity has that key."
	case p.Read == 0:
		return "It reads nothing of the " + words.Count(p.Entities, "entity", "entities") + "."
	}
	var b strings.Builder
	fmt.Fprintf(&b, "It reads %s of %s, ", words.Number(p.Read), words.Count(p.Entities, "entity", "entities"))
	first, last := p.Reads[0].From+1, p.Reads[len(p.Reads)-1].To
	switch {
	case p.Read == p.Entities:
		b.WriteString("the whole list")
	case p.Read == 1:
		fmt.Fprintf(&b, "number %s of the list", words.Number(first))
	default:
		fmt.Fprintf(&b, "numbers %s to %s of the list", words.Number(first), words.Number(last))
		if len(p.Reads) > 1 {
			fmt.Fprintf(&b, ", in %d stretches", len(p.Reads))
		}
	}
	if p.Whole {
		n := reached(p.Parts)
		fmt.Fprintf(&b, ", in %s of %s", words.Number(n), words.Count(len(p.Parts), "partition", "partitions"))
		if n == 1 {
			fmt.Fprintf(&b, ", %s", words.Quote(words.Clip(p.first, 40)))
		} else if n < len(p.Parts) {
			fmt.Fprintf(&b, ", %s to %s", words.Quote(words.Clip(p.first, 40)), words.Quote(words.Clip(p.last, 40)))
		}
	}
	end := "."
	if len(p.Servers) > 1 {
		fmt.Fprintf(&b, ", on %d of %s", reached(p.Servers), words.Count(len(p.Servers), "server", "servers"))
		end = ", or at the end of a server."
	}
	switch {
	case len(p.Pages) == 1 && p.Filled < 2:
		b.WriteString(". The answer comes in one page.")
	case p.Filled == 1:
		fmt.Fprintf(&b, ". What matches fits in one page of up to %s.", words.Count(p.Page, "entity", "entities"))
	case p.Filled > 0:
		fmt.Fprintf(&b, ". What matches fills %s pages of up to %s.", words.Number(p.Filled), words.Count(p.Page, "entity", "entities"))
	default:
		fmt.Fprintf(&b, ". The answer comes in at most %s pages: each ends after %s%s", words.Number(len(p.Pages)), words.Count(p.Page, "entity that matches", "entities that match"), end)
	}
	return b.String()
}

func reached(list []Touched) int {
	n := 0
	for _, t := range list {
		if t.Read > 0 {
			n++
		}
	}
	return n
}
