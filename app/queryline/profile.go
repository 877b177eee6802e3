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
var Profiles = page.Setting{ID: ProfileSetting, Title: "Plan tables of this browser for", Note: "Which engine decides what a query costs. A copy of a table of Azure Cosmos DB is always planned for that, and a table of an account for the account's own engine.",
	Choices: page.Choices("", "Azure Table storage", "cosmos", "Azure Cosmos DB for Table")}

// CopiedFrom is the engine of the account that a copy came from.
func CopiedFrom(c *tablesync.Copy) filterlang.Profile {
	if c == nil {
		return filterlang.Storage
	}
	return engine.ProfileOf(c.Endpoint)
}
