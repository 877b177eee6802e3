package engine

import (
	"context"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// NodeCounts tells of each node of a filter how many of the entities that a plan reads satisfy it.
type NodeCounts struct {
	Examined int
	Matches  []int // goes with the nodes
	Returned int   // entities that satisfy what is left of the filter
}

// CountNodes reads what the plan of a filter's nodes reads, those left out that are off, and counts for each node in one pass:
// what is left of the node, or of one that is off what it would take with everything below it as it is. Options other than Yield
// and Progress are not looked at. On cancellation it returns what it counted until then, and the error.
func (s *Snapshot) CountNodes(ctx context.Context, nodes []filterlang.Node, off func(node int) bool, opt MatchOptions) (NodeCounts, error) {
	out := NodeCounts{Matches: make([]int, len(nodes))}
	if len(nodes) == 0 {
		return out, ctx.Err()
	}
	left := filterlang.Expr(nil)
	if !off(0) {
		left = filterlang.Keep(nodes, 0, off)
	}
	plan := filterlang.NewPlan(left)
	if plan.Class == filterlang.Empty {
		return out, ctx.Err()
	}
	c := &nodeCount{nodes: nodes, steps: make([]nodeStep, len(nodes)), masks: make([]uint64, len(nodes))}
	for i := len(nodes) - 1; i >= 0; i-- {
		c.prepare(s, i, off)
	}
	within := spanOf(plan.Range)
	total, idle := s.t.stretch(within).Len(), 0
	var failed error
	s.t.scan(within, func(chunk []edm.Packed) bool {
		root := c.read(chunk, out.Matches)
		if left == nil {
			root = first(len(chunk))
		}
		out.Examined += len(chunk)
		out.Returned += count(root)
		if idle += len(chunk); idle < yieldEvery {
			return true
		}
		idle = 0
		if opt.Progress != nil {
			opt.Progress(out.Examined, total, out.Returned)
		}
		if opt.Yield != nil {
			failed = opt.Yield()
		}
		if failed == nil {
			failed = ctx.Err()
		}
		return failed == nil
	})
	return out, failed
}

// nodeCount evaluates nodes on chunks of entities. Comparisons are evaluated once; groups are put together of them.
type nodeCount struct {
	nodes []filterlang.Node
	steps []nodeStep
	masks []uint64
}

// nodeStep is how a node is evaluated.
type nodeStep struct {
	gone  bool     // nothing of it is left
	match *matcher // nil: kids and kind
	kids  []int    // that are not off
	kind  byte     // 'a' and, 'o' or, 'n' not
}

func (c *nodeCount) prepare(s *Snapshot, i int, off func(int) bool) {
	n, step := &c.nodes[i], &c.steps[i]
	switch n.Expr.(type) {
	case *filterlang.And:
		step.kind = 'a'
	case *filterlang.Or:
		step.kind = 'o'
	case *filterlang.Not:
		step.kind = 'n'
	}
	if step.kind == 0 || n.Hidden > 0 { // what is not in the list cannot be put together
		if e := filterlang.Keep(c.nodes, i, off); e != nil {
			step.match = newMatcher(e, s.match, s.t)
		} else {
			step.gone = true
		}
		return
	}
	for kid := i + 1; kid < len(c.nodes) && c.nodes[kid].Depth > n.Depth; kid++ {
		if c.nodes[kid].Parent == i && !off(kid) && !c.steps[kid].gone {
			step.kids = append(step.kids, kid)
		}
	}
	step.gone = len(step.kids) == 0
}

// read counts the matches of a chunk and returns those of the filter.
func (c *nodeCount) read(chunk []edm.Packed, matches []int) uint64 {
	all := first(len(chunk))
	for i := len(c.nodes) - 1; i >= 0; i-- { // operands before what is made of them
		step := &c.steps[i]
		mask := uint64(0)
		switch {
		case step.gone:
		case step.match != nil:
			mask, _ = step.match.match(chunk)
		case step.kind == 'a':
			mask = all
			for _, kid := range step.kids {
				mask &= c.masks[kid]
			}
		case step.kind == 'o':
			for _, kid := range step.kids {
				mask |= c.masks[kid]
			}
		default:
			mask = all &^ c.masks[step.kids[0]]
		}
		c.masks[i] = mask
		matches[i] += count(mask)
	}
	return c.masks[0]
}

// CountEach reads the whole table once and counts for each filter the entities that it accepts. Options other than Yield and
// Progress are not looked at. On cancellation it returns what it counted until then, and the error.
func (s *Snapshot) CountEach(ctx context.Context, filters []filterlang.Expr, opt MatchOptions) ([]int, error) {
	out := make([]int, len(filters))
	matchers := make([]*matcher, len(filters))
	for i, f := range filters {
		matchers[i] = newMatcher(f, s.match, s.t)
	}
	examined, idle := 0, 0
	var failed error
	s.t.scan(span{"", after}, func(chunk []edm.Packed) bool {
		for i, m := range matchers {
			mask, _ := m.match(chunk)
			out[i] += count(mask)
		}
		examined += len(chunk)
		if idle += len(chunk) * max(len(filters), 1); idle < yieldEvery {
			return true
		}
		idle = 0
		if opt.Progress != nil {
			opt.Progress(examined, s.Len(), 0)
		}
		if opt.Yield != nil {
			failed = opt.Yield()
		}
		if failed == nil {
			failed = ctx.Err()
		}
		return failed == nil
	})
	return out, failed
}
