package wire

import "testing"

func TestUnpackColumns_Damaged(t *testing.T) {
	whole := packColumns([][]int32{make([]int32, columnSize), make([]int32, columnSize)})
	for n := range whole {
		if got := len(unpackColumns(whole[:n])); got != n/columnSize {
			t.Fatalf("%d columns of %d bytes", got, n)
		}
	}
}
