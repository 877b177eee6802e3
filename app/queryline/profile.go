package queryline

import (
	"rangefinder/app/page"
	"rangefinder/engine"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang"
)

// ProfileSetting is the setting that says which engine plans of this browser's tables are for.
const ProfileSetting = "engine"

// Profiles asks for the engine. An account knows its own.
var Profiles = page.Setting{ID: ProfileSetting, Title: "Plan tables of this browser for", Note: "The service whose rules a plan follows. This choice is for tables that began in this browser: a copy of an Azure Cosmos DB table keeps the rules of Cosmos DB, and a table of an account has those of its account.",
	Choices: page.Choices("", "Azure Table storage", "cosmos", "Azure Cosmos DB for Table")}

// CopiedFrom is the engine of the account that a copy came from.
func CopiedFrom(c *tablesync.Copy) filterlang.Profile {
	if c == nil {
		return filterlang.Storage
	}
	return engine.ProfileOf(c.Endpoint)
}
