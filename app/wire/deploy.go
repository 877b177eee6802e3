package wire

import (
	"rangefinder/engine/tablecopy"
	"rangefinder/filterlang"
)

// PlanDeploy plans the tables of a design of the lab, filled with the entities of a table of this browser, as PlanCopyTo plans a copy of
// one. With Check it reads the tables that are there already, and plans what brings their copies in step.
var PlanDeploy = Read[DeployRequest, CopyToPlan]("plan-deploy")

// DeployRequest names a design and where its tables are.
type DeployRequest struct {
	Table, Spec                   string // the comparison as text
	Design                        int    // of it
	ToSource, ToEndpoint, ToTable string // of the table with the entities
	Profile                       filterlang.Profile
	Existing                      tablecopy.Existing // not of a check
	Check                         bool
}
