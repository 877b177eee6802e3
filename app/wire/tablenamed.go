package wire

import (
	"strings"
)

// TableNamed returns the table of that name, in any capitals; nil when the list has none.
func TableNamed(list []TableInfo, name string) *TableInfo {
	for i := range list {
		if strings.EqualFold(list[i].Name, name) {
			return &list[i]
		}
	}
	return nil
}
