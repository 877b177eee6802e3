package tables

import (
	"rangefinder/app/page"
	"rangefinder/app/sample"
)

// SampleInfo is the dialog that tells where a sample comes from.
const SampleInfo page.DialogKind = "sample-info"

// SamplePressed opens it.
type SamplePressed struct{ Name string }

func samplePressed(name string) []page.Cmd {
	for _, s := range sample.Samples() {
		if s.Name == name {
			return []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: SampleInfo, Of: &s}}, page.OpenDialog{}}
		}
	}
	return nil
}
