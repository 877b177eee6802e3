package sample

import (
	"context"
	"slices"
	"sort"

	"rangefinder/app/sample/seeded"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

const (
	blogChannels    = 60
	blogPosts       = 15_000
	authorBlogPosts = 5_000 // two entities each
)

// Instants between which the papers' applications run: the year 2010.
var (
	year2010 = edm.Ticks(633979008000000000)
	year2011 = year2010 + 365*day
)

func loadBlogs(ctx context.Context, emit Emit) error {
	e := emitter{ctx: ctx, emit: emit}
	if err := authorBlogs(&e); err != nil {
		return err
	}
	return channelBlogs(&e)
}

// channelBlogs writes Blogs: the channel is the partition and the RowKey counts down, so that the newest post comes first.
func channelBlogs(e *emitter) error {
	r := seeded.Named("Blogs")
	names := []string{"Channel9"}
	for i := 1; len(names) < blogChannels; i++ {
		names = append(names, "Channel_"+seeded.Digits(i, 2))
	}
	slices.Sort(names)
	properties := make([]engine.Property, 0, 8)
	left := blogPosts
	for i, channel := range names {
		posts := left
		if rest := len(names) - i - 1; rest > 0 {
			posts = min(left-rest, 1+r.Low(2*4*left/(rest+1)))
		}
		left -= posts
		at := year2011
		step := 2 * (year2011 - year2010 - day) / edm.Ticks(posts)
		for range posts {
			at -= 1 + edm.Ticks(r.Next()%uint64(step))/2 + step/4
			properties = append(properties[:0],
				str("Text", sentence(r)),
				i32("Rating", r.Between(1, 5)),
				date("Posted", at),
				str("Author", seeded.Pick(r, firstNames)+" "+seeded.Pick(r, lastNames)),
			)
			if r.Chance(40) {
				properties = append(properties, i64("Views", int64(r.Low(5_000_000_000))))
			}
			if r.Chance(8) {
				properties = append(properties, boolean("Pinned", r.Chance(50)))
			}
			if err := e.add("Blogs", channel, invertedTicks(at), properties); err != nil {
				return err
			}
		}
	}
	return e.ctx.Err()
}

// authorBlogs writes AuthorBlogs: each post once under "date;title" with all its properties, and once under "category;title"
// as a small index entity that leads there.
func authorBlogs(e *emitter) error {
	r := seeded.Named("AuthorBlogs")
	type post struct {
		row        string
		properties []engine.Property
	}
	authors := []string{"Brady"}
	for len(authors) < 50 {
		if name := seeded.Pick(r, lastNames) + seeded.Digits(len(authors), 2); !slices.Contains(authors, name) {
			authors = append(authors, name)
		}
	}
	slices.SortFunc(authors, edm.CompareString)
	for _, author := range authors {
		entities := make([]post, 0, 2*authorBlogPosts/len(authors))
		titles := map[string]bool{}
		for len(entities) < 2*authorBlogPosts/len(authors) {
			title, topic := camel(r), seeded.Pick(r, topics)
			at := year2010 + edm.Ticks(r.Below(365))*day
			if author == "Brady" && len(entities) == 0 {
				title, topic, at = "RandyToVikings", "Sports", year2010+262*day
			}
			if titles[title] {
				continue
			}
			titles[title] = true
			entities = append(entities, post{dayText(at) + ";" + title, []engine.Property{
				date("Published", at), str("Category", topic), str("Text", sentence(r)), i32("Rating", r.Between(1, 5)),
			}}, post{topic + ";" + title, []engine.Property{date("Published", at)}})
		}
		sort.Slice(entities, func(a, b int) bool { return edm.CompareString(entities[a].row, entities[b].row) < 0 })
		for _, p := range entities {
			if err := e.add("AuthorBlogs", author, p.row, p.properties); err != nil {
				return err
			}
		}
	}
	return e.ctx.Err()
}
