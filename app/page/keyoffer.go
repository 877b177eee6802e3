package page

// KeyOffer is a key that can take the place of a clause's property, because the property holds it in every entity of the table.
type KeyOffer struct {
	Says    string // that it does
	Title   string // of the press; "" when the rest of the filter gains nothing by it
	Finding int    // among those of the plan
}

// KeyTaken puts the key in the place of the property, and the keyboard on what stands for the clause then.
type KeyTaken struct {
	Finding int
	Focus   string
}
