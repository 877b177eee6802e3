package filterlang

import (
	"strings"
	"testing"
)

func TestTokens_Kinds(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"PartitionKey eq 'a' and not (B gt 3L)",
			"PartitionKey:key eq:operator 'a':string and:keyword not:keyword (:paren B:property gt:operator 3L:number ):paren"},
		{"RowKey ge datetime'x' or A ne guid'1' or X'00' le C",
			"RowKey:key ge:operator datetime'x':typed or:keyword A:property ne:operator guid'1':typed or:keyword X'00':typed le:operator C:property"},
		{"Timestamp eq true", "Timestamp:property eq:operator true:boolean"},
		{"A eq NaN or NaN eq -INF", "A:property eq:operator NaN:number or:keyword NaN:property eq:operator -INF:number"},
		{"A == 5", "A:property ==:error 5:number"},
		{"f(A, 'x')", "f:error (:paren A:property ,:error 'x':string ):paren"},
		{"A eq 'x and", "A:property eq:operator 'x and:error"},
		{"A eq null", "A:property eq:operator null:error"},
		{"A eq \"x\"", "A:property eq:operator \"x\":error"},
		{"5.5x 4.5E+3 -7 \xff 'a\xff'", "5.5x:error 4.5E+3:number -7:number \xff:error 'a\xff':error"},
		{"le eq 5", "le:property eq:operator 5:number"},
	} {
		var got []string
		for _, token := range Tokens(test.text) {
			got = append(got, test.text[token.Span.Start:token.Span.End]+":"+token.Kind.String())
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("Tokens(%q) = %s, want %s", test.text, strings.Join(got, " "), test.want)
		}
	}
}
