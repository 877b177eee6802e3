package keydesign

import "testing"

func BenchmarkKeys(b *testing.B) {
	d := design(b, "{Channel}_{CreatedOn|inverse:yyyy-MM}", "{CreatedOn|inverse}")
	for b.Loop() {
		if _, _, err := d.Keys(property); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRewrite(b *testing.B) {
	d := design(b, "{Channel}_{CreatedOn|inverse:yyyy-MM}", "{CreatedOn|inverse}")
	filter := parse(b, "Channel eq 'Football' and CreatedOn ge datetime'2008-10-02T00:00:00Z' and CreatedOn lt datetime'2008-10-03T00:00:00Z'")
	for b.Loop() {
		d.Rewrite(filter, kept)
	}
}
