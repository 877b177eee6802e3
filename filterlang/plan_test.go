package filterlang

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var rewriteFiles = flag.Bool("rewrite-plans", false, "write the expected output of the script files anew")

// mustParse parses a filter that a test takes for granted; the empty text is no filter.
func mustParse(t testing.TB, text string) Expr {
	t.Helper()
	if text == "" {
		return nil
	}
	e, err := Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return e
}

// runScript runs a script file: cases of a comment that names them, one line of input, "----" and the expected output,
// separated by empty lines.
func runScript(t *testing.T, file string, run func(t *testing.T, input string) string) {
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(strings.TrimRight(string(raw), "\n"), "\n\n")
	for i, block := range blocks {
		head, want, ok := strings.Cut(block+"\n", "----\n")
		if !ok {
			continue
		}
		lines := strings.Split(strings.TrimSuffix(head, "\n"), "\n")
		input := lines[len(lines)-1]
		t.Run(strings.TrimPrefix(lines[0], "# "), func(t *testing.T) {
			got := run(t, input)
			if *rewriteFiles {
				blocks[i] = strings.TrimSuffix(head+"----\n"+got, "\n")
				return
			}
			if got != want {
				t.Errorf("%s\ngot:\n%s\nwant:\n%s", input, got, want)
			}
		})
	}
	if *rewriteFiles {
		if err := os.WriteFile(file, []byte(strings.Join(blocks, "\n\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// planText writes a plan as the script files do.
func planText(p *Plan) string {
	var b strings.Builder
	fmt.Fprintf(&b, "class: %s", p.Class.Name())
	for _, flag := range []struct {
		name string
		set  bool
	}{{"whole-partition", p.WholePartition}, {"residual", p.Residual != nil}, {"multi-range", p.MultiRange}, {"gave-up", p.IdealGaveUp}, {"false", p.FilterIsFalse}} {
		if flag.set {
			b.WriteString(", " + flag.name)
		}
	}
	fmt.Fprintf(&b, "\nrange: %s\n", p.Range)
	if len(p.Ideal) != 1 || p.Ideal[0] != p.Range {
		if len(p.Ideal) == 0 {
			b.WriteString("ideal: nothing\n")
		}
		for _, r := range p.Ideal {
			fmt.Fprintf(&b, "ideal: %s\n", r)
		}
		fmt.Fprintf(&b, "ideal class: %s\n", p.IdealClass.Name())
	}
	for _, c := range p.Conjuncts {
		fmt.Fprintf(&b, "%s | %s | %s\n", c.Expr, c.Role, c.Reason)
	}
	if p.Residual != nil {
		fmt.Fprintf(&b, "residual: %s\n", p.Residual)
	}
	for _, e := range p.Parallel() {
		fmt.Fprintf(&b, "parallel: %s\n", e)
	}
	return b.String()
}

func TestNewPlan_Cases(t *testing.T) {
	runScript(t, "testdata/plan.txt", func(t *testing.T, input string) string {
		return planText(NewPlan(mustParse(t, input)))
	})
}

// Ensure that comments between all the words of a filter change nothing of its plan.
func TestNewPlan_Commented(t *testing.T) {
	runScript(t, "testdata/plan.txt", func(t *testing.T, input string) string {
		text := "// it's (not eq\n"
		for _, tok := range scan(input) {
			text += input[tok.start:tok.end] + " // or 'x')\n"
		}
		return planText(NewPlan(mustParse(t, Uncomment(text))))
	})
}

func TestNewPlan_ConstantsOnly(t *testing.T) {
	for _, text := range []string{"1 eq 1", "A eq B"} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%s: case 37 is refused, but it was parsed", text)
		}
	}
}

// Ensure that 64 key ranges are planned and 65 are not, and that giving up falls back to what the service reads.
func TestNewPlan_TooManyRanges(t *testing.T) {
	for _, n := range []int{maxIdealRanges, maxIdealRanges + 1} {
		keys := make([]string, n)
		for i := range keys {
			keys[i] = fmt.Sprintf("RowKey eq '%d'", i)
		}
		p := NewPlan(mustParse(t, "PartitionKey eq 'a' and ("+strings.Join(keys, " or ")+")"))
		switch {
		case n <= maxIdealRanges && (p.IdealGaveUp || len(p.Ideal) != n || len(p.Parallel()) != n):
			t.Errorf("%d ranges: %d ideal ranges, gave up: %t", n, len(p.Ideal), p.IdealGaveUp)
		case n > maxIdealRanges && (!p.IdealGaveUp || len(p.Ideal) != 1 || p.Ideal[0] != p.Range || p.MultiRange || p.Parallel() != nil):
			t.Errorf("%d ranges: gave up: %t, ideal %v", n, p.IdealGaveUp, p.Ideal)
		}
	}
}
