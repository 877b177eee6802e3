package port

import (
	"net/url"
	"testing"
)

func TestEscapeStray(t *testing.T) {
	for fragment, want := range map[string]string{
		"":                "",
		"q=a%20b":         "q=a%20b",
		"q=100%":          "q=100%25",
		"q=100%&t=Movies": "q=100%25&t=Movies",
		"q=%C3%":          "q=%C3%25",
		"q=%G1%1":         "q=%25G1%251",
	} {
		got := EscapeStray(fragment)
		if _, err := url.PathUnescape(got); got != want || err != nil {
			t.Errorf("%q becomes %q (%v), want %q", fragment, got, err, want)
		}
	}
}
