package deploy

import (
	"context"

	"rangefinder/app/keydesign/lab"
	"rangefinder/engine/tablecopy"
)

// Prepare plans the tables of a design, of which to.Table is the one with the entities. Nothing is written. Errors: those of
// tablecopy.Prepare.
func Prepare(ctx context.Context, tables []lab.Kept, to tablecopy.Target, opt tablecopy.Options) (tablecopy.All, error) {
	var all tablecopy.All
	name := to.Table
	for _, t := range tables {
		to.Table = name + t.Suffix
		c, err := tablecopy.Prepare(ctx, t.Table, to, opt)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}
