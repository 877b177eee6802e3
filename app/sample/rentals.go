package sample

import (
	"context"
	"slices"

	"rangefinder/app/sample/seeded"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

const (
	rentalMembers  = 4_000
	rentalEntities = 20_000
)

// loadRentals writes Rentals: a member and the films that he has at home are one partition, so that one entity group
// transaction adds a rental and counts it in the member's RentalCount.
func loadRentals(ctx context.Context, emit Emit) error {
	e := emitter{ctx: ctx, emit: emit}
	r := seeded.Named("Rentals")
	properties := make([]engine.Property, 0, 8)
	left := rentalEntities - rentalMembers
	for i := range rentalMembers {
		n := left
		if rest := rentalMembers - i - 1; rest > 0 {
			n = min(left, r.Below(2*left/(rest+1)+1))
		}
		left -= n
		pk := "M" + seeded.Digits(10_000+i, 6)
		properties = append(properties[:0], str("Name", seeded.Pick(r, firstNames)+" "+seeded.Pick(r, lastNames)), i32("RentalCount", n),
			date("MemberSince", year2010-edm.Ticks(r.Below(3_650))*day))
		if r.Chance(70) {
			properties = append(properties, str("City", seeded.Pick(r, places)))
		}
		if r.Chance(40) {
			properties = append(properties, dbl("Balance", round2(r.Float()*60-10)))
		}
		if err := e.add("Rentals", pk, "Member", properties); err != nil {
			return err
		}
		titles := make([]string, 0, n)
		for len(titles) < n {
			title := movieTitle(r)
			if r.Chance(10) {
				title = seeded.Pick(r, knownMovies).title
			}
			if !slices.Contains(titles, title) {
				titles = append(titles, title)
			}
		}
		slices.SortFunc(titles, edm.CompareString)
		for _, title := range titles {
			out := year2010 + 330*day + edm.Ticks(r.Below(30*24*60))*minute
			properties = append(properties[:0], str("Title", title), date("RentedAt", out), date("DueAt", out+edm.Ticks(r.Between(1, 7))*day),
				guid("CopyId", r.GUID()), dbl("Price", float64(r.Between(1, 4))+0.99))
			if r.Chance(15) {
				properties = append(properties, boolean("Overdue", r.Chance(60)))
			}
			if err := e.add("Rentals", pk, "Rental_"+title, properties); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}
