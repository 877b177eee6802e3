package worker

import (
	"context"
	"encoding/binary"

	"rangefinder/app/loadsim"
)

// Simulate answers the next part of a simulated run. A configuration that cannot be used is a Failure with the Field of
// loadsim.Error, "Template" or "Order".
func (c *Client) Simulate(ctx context.Context, req SimulateRequest) (*SimulateReply, error) {
	r, err := call[SimulateReply](ctx, c, opSimulate, req, nil, leave)
	if err == nil {
		r.Columns = unpackColumns(r.Packed)
		r.Packed = nil
	}
	return r, err
}

// columnSize is the numbers in a column.
const columnSize = loadsim.Heat + 2*loadsim.Rows

// packColumns writes columns as bytes: they are most of a reply, and JSON takes its time over numbers.
func packColumns(columns [][]int32) []byte {
	var b []byte
	for _, c := range columns {
		for _, n := range c {
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	return b
}

// unpackColumns reads what packColumns wrote, up to what cannot be read.
func unpackColumns(b []byte) [][]int32 {
	var columns [][]int32
	for len(b) > 0 {
		c := make([]int32, columnSize)
		for i := range c {
			v, n := binary.Uvarint(b)
			if n <= 0 || v > 1<<31-1 {
				return columns
			}
			c[i], b = int32(v), b[n:]
		}
		columns = append(columns, c)
	}
	return columns
}
