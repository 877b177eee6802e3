package sample

import (
	"strings"

	"rangefinder/app/sample/seeded"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// The words of generated data.
var (
	firstNames = strings.Fields("Ada Ben Chloé Dmitri Elena Farid Grace Hugo Inés Jürgen Kofi Leila Mateo Nadia Olga Pablo Quinn " +
		"Rosa Søren Tariq Uma Viktor Wen Ximena Yusuf Zoë 美咲 Ólafur")
	lastNames = strings.Fields("Abe Brady Castillo Dubois Eriksson Fischer García Haddad Ivanov Jensen Kaya Lindqvist Müller " +
		"Nakamura O'Brien Patel Quispe Rossi Sato Tanaka Ueda Vogel Walsh Xu Yilmaz Zhang")
	adjectives = strings.Fields("Absent Amber Ancient Backward Bitter Blue Borrowed Broken Burning Crimson Crooked Dark Distant " +
		"Electric Empty Endless Fearless Final Forgotten Frozen Gentle Glass Golden Hidden Hollow Impossible Iron Lazy Lonely " +
		"Lost Lucky Midnight Missing Narrow Northern Odd Paper Perfect Private Quiet Reluctant Restless Rusty Savage Secret " +
		"Seventh Silent Silver Sleeping Stolen Strange Stubborn Sudden Velvet Wandering Wild Winter Wooden")
	nouns = strings.Fields("Accountant Alibi Anthem Archive Avalanche Balloon Bandit Beacon Bridge Candle Captain Carnival Cartographer " +
		"Cathedral Chase Circus Clock Comet Compass Conspiracy Crown Desert Detective Diary Dragon Echo Empire Engine Escape " +
		"Experiment Falcon Ferry Forest Fortune Fugitive Garden Ghost Glacier Harbour Heist Horizon Hunter Island Journey Kingdom " +
		"Labyrinth Lantern Letter Lighthouse Locomotive Machine Map Mask Mechanic Memory Mirror Monsoon Mountain Neighbour Nightingale " +
		"Ocean Oracle Orchard Passenger Pilot Planet Portrait Promise Puzzle Rebellion Rescue River Robot Rocket Scarecrow Secret " +
		"Shadow Shepherd Signal Sister Smuggler Spy Station Storm Stranger Summer Tailor Telescope Tempest Tiger Tower Treasure " +
		"Umbrella Valley Violin Voyage Wedding Whale Window Witness Wolf")
	places = strings.Fields("Lisbon Kyoto Marrakesh Reykjavík Oslo Havana Naples Istanbul Montréal Nairobi Zürich Lima Kraków Jaipur " +
		"Tbilisi Perth Valparaíso Odessa")
	languages = strings.Fields("English English English English English English French Spanish German Japanese Hindi Italian Mandarin " +
		"Korean Portuguese Swedish Russian Arabic")
	topics = strings.Fields("Sports Science Music Cooking Travel Politics Photography Gardening Cinema History")
)

// The shortest ways to write a property.

func str(name, v string) engine.Property {
	return engine.Property{Name: name, Value: edm.NewString(v)}
}

func i32(name string, v int) engine.Property {
	return engine.Property{Name: name, Value: edm.NewInt32(int32(v))}
}

func i64(name string, v int64) engine.Property {
	return engine.Property{Name: name, Value: edm.NewInt64(v)}
}

func dbl(name string, v float64) engine.Property {
	return engine.Property{Name: name, Value: edm.NewDouble(v)}
}

func boolean(name string, v bool) engine.Property {
	return engine.Property{Name: name, Value: edm.NewBoolean(v)}
}

func date(name string, v edm.Ticks) engine.Property {
	return engine.Property{Name: name, Value: edm.NewDateTime(v)}
}

func guid(name string, v edm.UUID) engine.Property {
	return engine.Property{Name: name, Value: edm.NewGuid(v)}
}

func blob(name string, r *seeded.Random, length int) engine.Property {
	b := make([]byte, length)
	seeded.FillBytes(b, r.Next())
	return engine.Property{Name: name, Value: edm.NewBinary(string(b))}
}

// sentence returns a short text about a noun.
func sentence(r *seeded.Random) string {
	switch r.Below(6) {
	case 0:
		return "The " + lower(seeded.Pick(r, adjectives)) + " " + lower(seeded.Pick(r, nouns)) + " of " + seeded.Pick(r, places) + " has left the building."
	case 1:
		return "Why every " + lower(seeded.Pick(r, nouns)) + " needs a " + lower(seeded.Pick(r, adjectives)) + " " + lower(seeded.Pick(r, nouns)) + "."
	case 2:
		return "“" + seeded.Pick(r, adjectives) + " " + seeded.Pick(r, nouns) + "” isn't what it was; " + seeded.Digits(r.Between(10, 99), 2) + "% agree."
	case 3:
		return "Seen in " + seeded.Pick(r, places) + " today: a " + lower(seeded.Pick(r, adjectives)) + " " + lower(seeded.Pick(r, nouns)) + "! 🎈"
	case 4:
		return seeded.Pick(r, firstNames) + " and the " + lower(seeded.Pick(r, nouns)) + ": notes from " + seeded.Pick(r, places) + "."
	default:
		return "How to find a " + lower(seeded.Pick(r, nouns)) + " in " + seeded.Pick(r, places) + " (and lose it again)."
	}
}

func lower(word string) string { return strings.ToLower(word) }

// camel returns a title of one word: "RandyToVikings".
func camel(r *seeded.Random) string { return seeded.Pick(r, adjectives) + seeded.Pick(r, nouns) }
