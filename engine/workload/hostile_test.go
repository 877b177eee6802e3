package workload

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// secrets are what may not come out of a log.
var secrets = []string{hostileAddress, hostileAddress6, hostileSignature, hostileKey, "AccountKey"}

// visible is all that a summary and a report say.
func visible(s *Summary, report Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%+v\n", report)
	for _, shape := range s.Shapes() {
		fmt.Fprintf(&b, "%+v\n", shape)
		if shape.Plan != nil {
			fmt.Fprintf(&b, "%v\n", shape.Plan.Filter)
		}
	}
	return b.String()
}

// Ensure that no caller's address, signature or key of an URL comes out of a log of any kind, whole or broken.
func TestRead_Secrets(t *testing.T) {
	all := requests(400, 9)
	hostile := []string{
		"Caller eq '" + hostileAddress + "'", "Caller eq '" + hostileAddress6 + "' and PartitionKey eq 'a'", "Url eq 'https://a/b?sig=" + hostileSignature + "'",
		"startswith(Caller,'" + hostileAddress + "')", "Caller == " + hostileAddress, "sig=" + hostileSignature, "(" + hostileAddress, "A eq 'SharedKey a:" + hostileSignature,
		"AccountKey=" + hostileSignature, "\x01" + hostileAddress6,
	}
	for i, filter := range hostile {
		all = append(all, all[0])
		r := &all[len(all)-1]
		r.form = form{table: "Movies", operation: Query}
		r.filter, r.ms = filter, i
	}
	for name, w := range writers {
		var b bytes.Buffer
		w.write(&b, all, true)
		s, report := summarize(t, b.Bytes())
		text := visible(s, report)
		for _, secret := range secrets {
			if at := strings.Index(text, secret); at >= 0 {
				t.Errorf("%s: …%s…", name, text[max(0, at-200):at+len(secret)])
			}
		}
		if !strings.Contains(text, "Caller eq {String}") && name != "HAR" {
			t.Errorf("%s: the shapes are missing", name)
		}
	}
}
