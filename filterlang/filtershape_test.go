package filterlang

import "testing"

func TestShapeOf(t *testing.T) {
	for filter, want := range map[string]string{
		"":                    "",
		"IsFavorite":          "IsFavorite",
		"PartitionKey eq 'a'": "PartitionKey eq {String}",
		"5 lt A and not B":    "{Int32} lt A and not B",
		"A eq 'it''s {String}' or (B ge 3L and C lt 4.5)":                                  "A eq {String} or B ge {Int64} and C lt {Double}",
		"not (A eq true) and D gt datetime'2020-01-01T00:00:00Z'":                          "not (A eq {Boolean}) and D gt {DateTime}",
		"(A eq X'01' and B eq guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2') and C eq '\x01'": "(A eq {Binary} and B eq {Guid}) and C eq {String}",
		"true and A": "true and A",
	} {
		e, err := Parse(filter)
		if err != nil {
			t.Fatal(err)
		}
		if got := ShapeOf(e); got != want {
			t.Errorf("%s: %s, want %s", filter, got, want)
		}
	}
}
