package sample

import (
	"context"
	"slices"

	"rangefinder/app/sample/seeded"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// socialMembers is the number of partitions; each has socialFollows + socialPosts + 1 entities on average.
const (
	socialMembers  = 1_000
	socialEntities = 48_210
)

// loadSocial writes SocialNetwork: everything of a member is in one partition, and the first word of the RowKey is the kind of
// the entity: "follow;", "member", "post;". A Kind property says it too, for those who filter without keys.
func loadSocial(ctx context.Context, emit Emit) error {
	e := emitter{ctx: ctx, emit: emit}
	r := seeded.Named("SocialNetwork")
	names := make([]string, 0, socialMembers)
	for i := range socialMembers {
		names = append(names, lower(seeded.Pick(r, lastNames))+seeded.Digits(i, 4))
	}
	slices.SortFunc(names, edm.CompareString)
	properties := make([]engine.Property, 0, 8)
	left := socialEntities - len(names)
	for i, name := range names {
		n := left
		if rest := len(names) - i - 1; rest > 0 {
			n = min(left, r.Low(2*4*left/(rest+1)+1))
		}
		left -= n
		follows, posts := n/3, n-n/3

		followed := map[string]bool{name: true}
		for len(followed) <= min(follows, len(names)/2) {
			followed[names[r.Low(len(names))]] = true
		}
		posts += follows - (len(followed) - 1) // nobody follows half of the network
		delete(followed, name)
		others := make([]string, 0, len(followed))
		for other := range followed {
			others = append(others, other)
		}
		slices.SortFunc(others, edm.CompareString)
		for _, other := range others {
			properties = append(properties[:0], str("Kind", "follow"), date("Since", year2010+edm.Ticks(r.Below(365*24))*hour), boolean("Mutual", r.Chance(30)))
			if err := e.add("SocialNetwork", name, "follow;"+other, properties); err != nil {
				return err
			}
		}

		properties = append(properties[:0], str("Kind", "member"), str("Name", seeded.Pick(r, firstNames)+" "+seeded.Pick(r, lastNames)),
			date("Joined", year2010+edm.Ticks(r.Below(365))*day), i32("Posts", posts), guid("AvatarId", r.GUID()))
		if r.Chance(60) {
			properties = append(properties, str("City", seeded.Pick(r, places)))
		}
		if r.Chance(20) {
			properties = append(properties, blob("Thumbprint", r, 20))
		}
		if err := e.add("SocialNetwork", name, "member", properties); err != nil {
			return err
		}

		at := year2011
		for range posts {
			at -= 1 + edm.Ticks(r.Next()%uint64(365*day/edm.Ticks(posts)))
			properties = append(properties[:0], str("Kind", "post"), str("Text", sentence(r)), i32("Likes", r.Low(5_000)))
			if r.Chance(15) {
				properties = append(properties, dbl("Latitude", round2(r.Float()*180-90)), dbl("Longitude", round2(r.Float()*360-180)))
			}
			if err := e.add("SocialNetwork", name, "post;"+invertedTicks(at), properties); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}
