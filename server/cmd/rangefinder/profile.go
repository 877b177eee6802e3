package main

import (
	"fmt"

	"rangefinder/filterlang"
)

const profileUsage = "`engine` that answers: storage (Azure Table storage), cosmos (Azure Cosmos DB for Table) or emulator"

// profileFlag returns how a flag of profileUsage is read.
func profileFlag(to *filterlang.Profile) func(string) error {
	return func(text string) error {
		p, ok := filterlang.ParseProfile(text)
		if !ok {
			return fmt.Errorf("%.40q is not an engine: take storage, cosmos or emulator", text)
		}
		*to = p
		return nil
	}
}
