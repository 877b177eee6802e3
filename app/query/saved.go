package query

import "encoding/json"

// Saved is a named query of the workspace.
type Saved struct {
	Query
	Name  string
	Opens bool // its table is opened with it; one at most for each
}

// savedText is a Saved as the workspace keeps it.
type savedText struct {
	Name string `json:"name"`
	savedFields
	Opens bool `json:"opens,omitempty"`
}

// savedFields has the fields of a Query; table and filter are always written.
type savedFields struct {
	Source string `json:"source,omitempty"`
	Table  string `json:"table"`
	Filter string `json:"filter"`
	Select string `json:"select,omitempty"`
	Top    string `json:"top,omitempty"`
	Then   string `json:"then,omitempty"`
	Was    string `json:"was,omitempty"`
}

// MarshalJSON writes the form that the workspace keeps.
func (q Saved) MarshalJSON() ([]byte, error) {
	return json.Marshal(savedText{q.Name, savedFields(q.Query), q.Opens})
}

// UnmarshalJSON reads it.
func (q *Saved) UnmarshalJSON(b []byte) error {
	var text savedText
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	*q = Saved{Query(text.savedFields), text.Name, text.Opens}
	return nil
}
