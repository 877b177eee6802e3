package filterlang

import (
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rangefinder/filterlang/edm"
)

func TestProfile_Cosmos_Cases(t *testing.T) {
	runScript(t, "testdata/cosmos.txt", func(t *testing.T, input string) string {
		var b strings.Builder
		p := Cosmos.Plan(mustParse(t, input))
		fmt.Fprintf(&b, "class: %s\n%s\n", p.Class.Name(), p.Asks())
		for _, c := range p.Conjuncts {
			fmt.Fprintf(&b, "%s | %s | %s\n", c.Expr, c.Role, c.Reason)
		}
		for _, e := range p.Parallel() {
			fmt.Fprintf(&b, "query: %s\n", e)
		}
		b.WriteString(findingsText(input, Findings(p, nil)))
		return b.String()
	})
}

// Ensure that plans of an emulator are those of storage, but for the profile, and that Storage.Plan is NewPlan.
func TestProfile_Plan_AsStorage(t *testing.T) {
	r := rand.New(rand.NewSource(*planSeed))
	for range 500 {
		e := sampleFilter(r, r.Intn(4))
		want, got := NewPlan(e), Emulator.Plan(e)
		got.Profile = Storage
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(Storage.Plan(e), want) {
			t.Fatalf("%s: another plan than storage's", e)
		}
	}
}

func TestParseProfile(t *testing.T) {
	for _, p := range []Profile{Storage, Cosmos, Emulator} {
		if got, ok := ParseProfile(p.String()); !ok || got != p {
			t.Errorf("%s is read as %s, %t", p, got, ok)
		}
	}
	if _, ok := ParseProfile("Cosmos"); ok {
		t.Error("a profile is written in small letters")
	}
}

// term is one operand of a disjunctive normal form: the comparisons in it, each with whether it is negated.
type term []leaf

type leaf struct {
	e       Expr
	negated bool
}

// normalForm writes e, or its negation, as terms; of constants, true is the empty term and false is no term at all.
func normalForm(e Expr, negated bool) []term {
	var operands []Expr
	and := !negated
	switch e := e.(type) {
	case nil:
		return []term{{}}
	case *Not:
		return normalForm(e.Operand, !negated)
	case *And:
		operands = e.Operands
	case *Or:
		operands, and = e.Operands, negated
	case *Constant:
		if e.Value == negated {
			return nil
		}
		return []term{{}}
	default:
		return []term{{{e, negated}}}
	}
	if !and {
		var all []term
		for _, o := range operands {
			all = append(all, normalForm(o, negated)...)
		}
		return all
	}
	all := []term{{}}
	for _, o := range operands {
		var next []term
		for _, a := range all {
			for _, b := range normalForm(o, negated) {
				next = append(next, append(slices.Clone(a), b...))
			}
		}
		all = next
	}
	return all
}

// listed reports whether an index of values lists the entities for which a leaf holds, in less than nearly all of its lists.
func (l leaf) listed() bool {
	c, ok := l.e.(*Comparison)
	switch {
	case !ok:
		return !l.negated
	case !l.negated:
		return c.Op != Ne
	}
	return fixedType(c.Property) == c.Literal.Type() && c.Op != Eq
}

// sampleBound returns a filter that often names partitions, by itself or in an or.
func sampleBound(r *rand.Rand) Expr {
	key := func(property string) Expr {
		return &Comparison{Property: property, Op: Eq, Literal: edm.NewString(sampleKeys[r.Intn(len(sampleKeys))])}
	}
	e := sampleFilter(r, r.Intn(4))
	switch r.Intn(8) {
	case 0:
		e = &And{Operands: []Expr{key(PartitionKey), e}}
	case 1:
		e = &And{Operands: []Expr{key(PartitionKey), key(RowKey)}}
	case 2, 3:
		e = &Or{Operands: []Expr{&And{Operands: []Expr{key(PartitionKey), e}}, &And{Operands: []Expr{key(PartitionKey), sampleComparison(r)}}}}
	}
	return e
}

// Ensure that "no index help" is said exactly where the doc comment of Profile says so, and that otherwise the lists of the
// index hold every entity that matches: each meets one of the comparisons that the index serves.
func TestProfile_Cosmos_NoIndexHelp(t *testing.T) {
	r := rand.New(rand.NewSource(*planSeed))
	all := sampleTable(r)
	count := map[Class]int{}
	for round := range planRounds {
		if round%50 == 0 {
			all = sampleTable(r)
		}
		e := sampleBound(r)
		terms := normalForm(e, false)
		if len(terms) > 2_000 {
			continue
		}
		p := Cosmos.Plan(e)
		count[p.Class]++
		var lists []leaf
		want := false
		for _, term := range terms {
			at := slices.IndexFunc(term, leaf.listed)
			if want = want || at < 0; at >= 0 {
				lists = append(lists, term[at])
			}
		}
		_, bound := p.Range.Partition.Single()
		if want = want && !bound && p.Class != Empty; want != (p.Class == NoIndexHelp) {
			t.Fatalf("seed %d round %d: %s is %s", *planSeed, round, e, p.Class)
		}
		if bound != (p.Class == PointRead || p.Class == OnePartition) {
			t.Fatalf("seed %d round %d: %s is %s", *planSeed, round, e, p.Class)
		}
		for _, s := range all {
			if p.Class != AllPartitions || !accepts(e, s, false) {
				continue
			}
			if !slices.ContainsFunc(lists, func(l leaf) bool { return accepts(l.e, s, false) != l.negated }) {
				t.Fatalf("seed %d round %d: %s matches an entity that is in no list of the index", *planSeed, round, e)
			}
		}
	}
	for class := PointRead; class <= NoIndexHelp; class++ {
		if count[class] < 20 {
			t.Errorf("only %d filters are %s: the generator is too tame", count[class], class)
		}
	}
}

// Ensure that under Cosmos the plan still says where a local copy is read, that its queries ask one partition each and return the
// filter's entities, and that rewrites keep what they promise.
func TestProfile_Cosmos_SameEntities(t *testing.T) {
	r := rand.New(rand.NewSource(*planSeed))
	all := sampleTable(r)
	tried := 0
	for round := range planRounds {
		e := mustParse(t, sampleBound(r).String())
		p := Cosmos.Plan(e)
		storage := NewPlan(e)
		if p.Range != storage.Range || !reflect.DeepEqual(p.Residual, storage.Residual) || !reflect.DeepEqual(p.Ideal, storage.Ideal) {
			t.Fatalf("%s: a copy would be read differently", e)
		}
		want := keysOf(all, func(s sampleEntity) bool { return accepts(e, s, false) })
		queries := texts(p.Parallel())
		for _, q := range queries {
			if class := Cosmos.Plan(mustParse(t, q)).Class; class != PointRead && class != OnePartition {
				t.Fatalf("%s: %s is %s", e, q, class)
			}
		}
		check := func(filters []string) {
			t.Helper()
			var got [][2]string
			for _, f := range filters {
				q := mustParse(t, f)
				got = append(got, keysOf(all, func(s sampleEntity) bool { return accepts(q, s, false) })...)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d round %d: %s\nas %q\ngot %q\nwant %q", *planSeed, round, e, filters, got, want)
			}
		}
		if queries != nil {
			tried++
			check(queries)
		}
		for _, n := range Findings(p, nil) {
			for _, w := range n.Rewrites {
				if w.Same {
					check(w.Filters)
				}
			}
			for _, word := range []string{"table scan", "full scan", "whole table", "is read", "are read", "not indexed:"} {
				if strings.Contains(n.Message, word) {
					t.Fatalf("%s: %q is not so there", e, n.Message)
				}
			}
		}
	}
	if tried < planRounds/20 {
		t.Errorf("only %d of %d filters had queries", tried, planRounds)
	}
}
