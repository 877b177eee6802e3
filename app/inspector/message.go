package inspector

import (
	"rangefinder/app/edit"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// What the person does with the panel.
type (
	InspectorClosed  struct{}
	InspectorLeft    struct{}                // the keyboard goes back to the grid; what is typed stays
	FieldWanted      struct{ Column string } // of the form: that of the grid's current cell
	InspectorOpened  struct{}                // although it has no entity
	DuplicatePressed struct{}
	RevertPressed    struct{}
	LensChosen       struct {
		View  LensView
		Focus bool // the keyboard goes to its tab
	}
	LensTyped    struct{ Text string }
	DecodeChosen struct{ Name string }
)

// What the person does with the form.
type (
	KeysTyped struct {
		PK, RK *string // nil: not this one
	}
	PropertyAdded   struct{}
	PropertyRemoved struct{ ID int }
	PropertyNamed   struct {
		ID   int
		Name string
	}
	PropertyTyped struct {
		ID   int
		Text string
	}
	PropertyTypeChosen struct {
		ID   int
		Type edm.Type
	}
	// PropertiesPicked adds properties that other entities have, each of the type that most of them have.
	PropertiesPicked struct{ Picked []filterlang.PropertyCensus }
	BytesFormChosen  struct {
		ID   int
		Form edit.BytesForm
	}
	ReplaceChosen    struct{ Replace bool }
	KindChosen       struct{ Kind string } // insert or an upsert, of a new entity
	PasteJSONPressed struct{}
	JSONPasted       struct{ Text string } // submitted in the dialog
)

// What the person does to write the entity.
type (
	SavePressed         struct{}
	SaveNowPressed      struct{} // commits the form at once
	DeletePressed       struct{}
	EntityDropConfirmed struct{}
)
