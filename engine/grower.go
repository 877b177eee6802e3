package engine

import (
	"github.com/tidwall/btree"

	"rangefinder/filterlang/edm"
)

// grower is a tree that many entities are put into, which nobody else sees yet. Entities that come in key order are not looked up.
//
// Nodes made by splitting share slices of twice their size. What came in order is trimmed as it comes: trimming all of it at the end takes
// as much memory again as the tree, which in WASM never shrinks.
type grower struct {
	tree  *btree.BTreeG[edm.Packed]
	last  edm.Packed // greatest entity so far
	neat  edm.Packed // the nodes before it have slices of their own size, while everything came in order
	mark  edm.Packed // neat at the next trimming
	loose int        // entities that came since neat
	mixed bool       // not everything came in order
}

// trimEvery is how many entities come before the nodes behind them are trimmed. The last trimAgain of them are trimmed the next time too:
// a node that was split shares its list of children with the other half, which would keep the untrimmed ones.
const (
	trimEvery = 32768
	trimAgain = 8192
)

// next puts in an entity behind all others, and reports whether it comes there.
func (g *grower) next(p edm.Packed) bool {
	if g.last != "" && edm.PackedKey(g.last) >= edm.PackedKey(p) {
		g.mixed = true
		return false
	}
	g.tree.Load(p)
	g.last = p
	switch g.loose++; {
	case g.mixed:
	case g.loose == trimEvery-trimAgain:
		g.mark = p
	case g.loose == trimEvery:
		g.trim()
		g.loose = trimAgain
	}
	return true
}

// add puts in an entity, unless its key is there.
func (g *grower) add(p edm.Packed) bool {
	if g.next(p) {
		return true
	}
	if _, ok := g.tree.Get(p); ok {
		return false
	}
	g.tree.Set(p)
	return true
}

// trim gives every node a slice of its own size.
func (g *grower) trim() {
	if g.mixed || g.neat == "" {
		g.tree = trimmed(g.tree)
	} else {
		g.tree = g.tree.Copy()
		g.tree.AscendMut(g.neat, func(edm.Packed) bool { return true })
	}
	g.neat = g.mark
}

// trimmed gives every node of a tree a slice of its own size.
func trimmed[T any](tree *btree.BTreeG[T]) *btree.BTreeG[T] {
	tree = tree.Copy()
	tree.WalkMut(func([]T) bool { return true })
	return tree
}
