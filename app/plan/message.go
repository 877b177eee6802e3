package plan

// What a person does to the plan. The query line takes what changes the filter.
type (
	WhyToggled  struct{}
	BulbToggled struct{}
	// RewriteTaken makes a rewrite of a finding the filter; Filter: which of several parallel queries.
	RewriteTaken struct{ Finding, Rewrite, Filter int }
	MergePressed struct{} // run the parallel queries of the plan instead, and merge them
	// PlanFilled gives the plan the whole window, with the filter above it, or takes it back.
	PlanFilled struct{}
	// ThenTaken takes the step that this browser can check out of the filter, which the service would refuse.
	ThenTaken struct{}
	// SQLTaken takes what the SQL in the editor means to the service: the filter, and if it says so, $select, the page size and the
	// table.
	// Near: the filter near it is taken, which matches something.
	SQLTaken struct{ Near bool }
)
