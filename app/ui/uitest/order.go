package uitest

// Order does what the palette finds first for a text.
func (p *Page) Order(text, first string) {
	p.t.Helper()
	p.Key("Ctrl+k")
	p.Fill("#palette", text)
	p.Wait("the palette finds "+first+" first", func() bool { return p.Text("#palette-0 .name") == first })
	p.Key("Enter")
	p.Gone("#palette")
}

// Changed is how many parts of the page are drawn anew, go, or change an attribute or their own text while something is done. A part
// that comes or goes with another in it is one.
func (p *Page) Changed(what func()) (n int) {
	p.t.Helper()
	type part struct {
		own    string
		around *element
	}
	look := func() map[*element]part {
		p.pump()
		p.tree()
		seen := make(map[*element]part, len(p.of))
		for n, e := range p.of {
			seen[e] = part{e.own(), p.of[n.Parent]}
		}
		return seen
	}
	before := look()
	what()
	after := look()
	count := func(these, those map[*element]part) {
		for e, now := range these {
			if _, there := those[e]; there {
				continue
			}
			if _, there := those[now.around]; there {
				n++
			}
		}
	}
	count(after, before)
	count(before, after)
	for e, now := range after {
		if was, there := before[e]; there && was.own != now.own {
			n++
		}
	}
	return n
}
