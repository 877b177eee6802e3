package sample

import (
	"context"
	"slices"

	"rangefinder/app/sample/seeded"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// movieCategories are the partitions of Movies in key order.
var movieCategories = []struct {
	name  string
	count int
}{
	{"Action", 1545}, {"Adventure", 1003}, {"Animation", 286}, {"Comedy", 2703}, {"Documentary", 482},
	{"Drama", 1900}, {"Horror", 700}, {"SciFi", 510}, {"Thriller", 1252}, {"War", 300},
}

// knownMovies are real films, most of them those that the papers' examples name; their ratings are made up.
var knownMovies = []struct {
	category, title string
	year            int
	rating          float64
	language        string
}{
	{"Action", "Alien", 1979, 4.5, "English"}, {"Action", "Aliens", 1986, 4.4, "English"}, {"Action", "Blade Runner", 1982, 4.6, "English"},
	{"Action", "Cop Out", 2010, 4.5, "English"}, {"Action", "Die Hard", 1988, 4.3, ""}, {"Action", "Heat", 1995, 4.2, "English"},
	{"Action", "Terminator", 1984, 4.1, "English"}, {"Action", "Shaft", 2000, 3.1, "English"}, {"Action", "Shooter", 2007, 3.7, "English"},
	{"Animation", "Cars", 2006, 3.9, "English"}, {"Animation", "千と千尋の神隠し", 2001, 4.8, "Japanese"},
	{"Comedy", "Le Fabuleux Destin d'Amélie Poulain", 2001, 4.5, "French"}, {"Comedy", "Ocean's Eleven", 2001, 4.0, "English"},
	{"Drama", "Das Boot", 1981, 4.4, "German"}, {"Drama", "Casablanca", 1942, 4.8, "English"},
	{"SciFi", "Sphere", 1998, 3.0, "English"}, {"SciFi", "Star Wars", 1977, 4.7, "English"}, {"SciFi", "Солярис", 1972, 4.3, "Russian"},
	{"Thriller", "The Third Man", 1949, 4.5, "English"}, {"War", "Paths of Glory", 1957, 4.6, "English"},
}

func movieTitle(r *seeded.Random) string {
	a, b, n := seeded.Pick(r, adjectives), seeded.Pick(r, nouns), seeded.Pick(r, nouns)
	switch r.Below(12) {
	case 0, 1, 2:
		return "The " + a + " " + n
	case 3, 4:
		return a + " " + n
	case 5:
		return "The " + n + " of " + seeded.Pick(r, places)
	case 6:
		return n + " and " + b
	case 7:
		return seeded.Pick(r, firstNames) + "'s " + a + " " + n
	case 8:
		return a + " " + n + " " + seeded.Pick(r, []string{"II", "III", "IV", "Returns", "Forever"})
	case 9:
		return "Don't Wake the " + n + " in " + seeded.Pick(r, places)
	case 10:
		return n + " at " + seeded.Digits(r.Between(10, 99), 2) + "%"
	default:
		return n + " in " + seeded.Pick(r, places)
	}
}

func loadMovies(ctx context.Context, emit Emit) error {
	e := emitter{ctx: ctx, emit: emit}
	r := seeded.Named("Movies")
	var properties []engine.Property
	for _, category := range movieCategories {
		titles := make([]string, 0, category.count)
		known := map[string]int{} // by title; an index, or -1 for one made up
		for i, m := range knownMovies {
			if m.category == category.name {
				titles = append(titles, m.title)
				known[m.title] = i
			}
		}
		for len(titles) < category.count {
			title := movieTitle(r)
			if _, taken := known[title]; !taken {
				titles = append(titles, title)
				known[title] = -1
			}
		}
		slices.SortFunc(titles, edm.CompareString)
		for _, title := range titles {
			year, rating, language := r.Between(1925, 2010), round1(5*(r.Float()+r.Float()+r.Float())/3), seeded.Pick(r, languages)
			favorite := rating > 4 && r.Chance(60) || r.Chance(3)
			if i := known[title]; i >= 0 {
				year, rating, language = knownMovies[i].year, knownMovies[i].rating, knownMovies[i].language
			}
			properties = properties[:0]
			switch { // a few old clients wrote whole ratings as Int32, some none
			case rating == float64(int(rating)) && r.Chance(60):
				properties = append(properties, i32("Rating", int(rating)))
			case !r.Chance(3):
				properties = append(properties, dbl("Rating", rating))
			}
			if !r.Chance(2) {
				properties = append(properties, i32("ReleaseYear", year))
			}
			if language != "" && !r.Chance(5) {
				properties = append(properties, str("Language", language))
			}
			if !r.Chance(12) {
				properties = append(properties, boolean("Favorite", favorite))
			}
			if r.Chance(25) {
				properties = append(properties, i64("Revenue", int64(r.Low(900_000))*1_000+int64(r.Below(1_000))))
			}
			if err := e.add("Movies", category.name, title, properties); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}
