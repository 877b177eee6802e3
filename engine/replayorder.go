package engine

import (
	"fmt"
	"math"
)

// The reasons of damage of which no byte need be wrong.
const (
	strayPicture = "Records of a picture of the workspace are where they do not belong; they were left out."
	strayCommit  = "Records of a commit are there a second time, or not in their place; they were left out."
	lostPicture  = "A part of the picture of the workspace is missing before this place."
	lostPart     = "A part of a commit is missing before this place."
)

// missing notes that commits are missing before the one of that number.
func (p *replay) missing(at int64, seq uint64) {
	switch first, last := p.seq+1, seq-1; {
	case seq <= p.seq+1:
	case first == last:
		p.damaged(at, at, fmt.Sprintf("Commit %d is missing before this place.", first))
	default:
		p.damaged(at, at, fmt.Sprintf("Commits %d to %d are missing before this place.", first, last))
	}
}

// ended checks that nothing is missing at the end of the file.
func (p *replay) ended(r *recordReader) {
	p.pictured(r, p.end)
	p.missing(p.end, r.header.seq+1)
	p.read, p.seq = p.seq, max(p.seq, r.header.seq)
}

// unpictured reports whether a part of the picture of the workspace is still to come.
func (p *replay) unpictured(r *recordReader) bool {
	return !p.committed && p.next < r.header.picture-headerSize
}

// pictured ends the picture of the workspace and checks that it is all there.
func (p *replay) pictured(r *recordReader, at int64) {
	if p.unpictured(r) {
		p.damaged(at, at, lostPicture)
	}
	p.committed = true
}

// picture applies a record of a picture of the workspace, if that is where the record belongs: each is as far from the beginning
// of the first one as it was when it was written, and all show the same commit.
func (p *replay) picture(r *recordReader, rec *record) error {
	known := r.header.picture > 0
	switch {
	case p.committed, rec.seq < p.seq, rec.distance < 0,
		heads(rec) != (p.pictures && rec.distance == 0), // a log and a checkpoint may show the same commit
		known && (rec.seq != r.header.shown || rec.distance < p.next || rec.distance >= r.header.picture-headerSize),
		!known && rec.seq == p.seq && rec.distance < p.next:
		p.damaged(rec.start, rec.end, strayPicture)
		return nil
	case rec.seq > p.seq && p.next > 0: // what was read so far is an older one
		p.damaged(headerSize, rec.start, strayPicture)
		clear(p.tables)
		clear(p.documents)
		p.next = 0
	}
	if rec.distance > p.next {
		if early, err := p.early(r, rec, false); early || err != nil {
			p.damaged(rec.start, rec.end, strayPicture)
			return err
		}
		p.damaged(rec.start, rec.start, lostPicture)
	}
	p.next, p.seq = rec.after(), rec.seq
	p.do(rec)
	return nil
}

// heads reports whether a record is the first one of a checkpoint.
func heads(rec *record) bool { return len(rec.payload) > 0 && rec.payload[0] == itemCheckpoint }

// stretch is a part of a file with records that follow each other: of a picture, or the first ones of commits.
type stretch struct {
	at          int64
	picture     bool
	seq         uint64 // of the picture's records
	first, last uint64 // distances of a picture's records, numbers of commits
	next        int64  // distance of the picture's record that would follow
}

// early reports whether a record was put there too early: what is missing before it comes later, or, if it is of a broken commit,
// that begins again later.
func (p *replay) early(r *recordReader, rec *record, broken bool) (bool, error) {
	if err := p.lookAhead(r); err != nil {
		return false, err
	}
	seq := max(p.seq, r.header.shown)
	shown, pictures := seq, uint64(math.MaxInt64) // the picture's records with a smaller distance go before the record
	if rec.is(recordState) {
		shown, pictures = rec.seq, uint64(rec.distance)
	}
	commits := rec.seq
	if broken {
		commits++
	}
	for _, s := range p.later {
		switch {
		case s.at < rec.end:
		case s.picture && (rec.is(recordState) || p.unpictured(r)) && s.seq == shown && s.first < pictures && s.last >= uint64(p.next):
			return true, nil
		case !s.picture && !rec.is(recordState) && s.first < commits && s.last > seq:
			return true, nil
		}
	}
	return false, nil
}

// lookAhead lists the stretches of the rest of the file, once.
func (p *replay) lookAhead(r *recordReader) error {
	if p.later != nil {
		return nil
	}
	p.later = []stretch{}
	ahead := *r
	ahead.buf = nil
	for {
		what, rec, _, err := ahead.next()
		if err != nil || what == foundEnd || what == foundTorn {
			return err
		}
		if err := p.step(r, r.checked, len(rec.payload)/8); err != nil {
			return err
		}
		if what == foundDamage || rec.is(recordMark) || !rec.is(recordState|recordFirst) {
			continue
		}
		s := stretch{at: rec.start, picture: rec.is(recordState), seq: rec.seq, first: rec.seq, last: rec.seq, next: rec.after()}
		follows := func(before stretch) bool { return s.first == before.last+1 }
		if s.picture {
			s.first, s.last = uint64(rec.distance), uint64(rec.distance)
			follows = func(before stretch) bool { return s.seq == before.seq && rec.distance == before.next }
		}
		if n := len(p.later) - 1; n < 0 || s.picture != p.later[n].picture || !follows(p.later[n]) {
			p.later = append(p.later, s)
		} else {
			p.later[n].last, p.later[n].next = s.last, s.next
		}
	}
}

// record applies one record, unless it belongs to a commit that is not whole or not the next one. torn tells that the commit was
// being written in a crash.
func (p *replay) record(r *recordReader, rec *record) (torn bool, err error) {
	switch {
	case rec.is(recordMark):
		p.missing(rec.start, rec.seq+1)
		return false, nil
	case rec.is(recordState):
		return false, p.picture(r, rec)
	case p.pictures:
		p.damaged(rec.start, rec.end, strayCommit)
		return false, nil
	}
	inside := !rec.is(recordFirst) && p.open && rec.seq == p.seq && rec.distance >= p.next
	if rec.seq <= max(p.seq, r.header.shown) && !inside {
		p.damaged(rec.start, rec.end, strayCommit)
		return false, nil
	}
	what := foundRecord // of the rest of the commit
	switch {
	case !rec.is(recordFirst) && !inside:
		what = foundDamage
	case rec.is(recordFirst) && !rec.is(recordFinal):
		if what, err = r.complete(*rec); err != nil {
			return false, err
		}
	}
	if what == foundDamage || rec.seq > p.seq+1 || p.unpictured(r) {
		if early, err := p.early(r, rec, what == foundDamage); early || err != nil {
			p.damaged(rec.start, rec.end, strayCommit)
			return false, err
		}
	}
	p.pictured(r, rec.start)
	if rec.is(recordFirst) && !rec.is(recordFinal) {
		switch {
		case what == foundRecord, what == foundDamage && !rec.is(recordWhole):
			p.part = rec.seq
		case what != foundDamage:
			return true, nil
		}
	}
	p.missing(rec.start, rec.seq)
	if !rec.is(recordFirst) && (!inside || rec.distance > p.next) {
		p.damaged(rec.start, rec.start, lostPart)
	}
	p.seq, p.next, p.open = rec.seq, rec.after(), !rec.is(recordFinal)
	alone := rec.is(recordFirst) && rec.is(recordFinal)
	if !alone && rec.is(recordWhole) && p.part != rec.seq {
		p.damaged(rec.start, rec.end, "A transaction of which a part is lost was left out as a whole.")
		return false, nil
	}
	if rec.is(recordAnew) && p.anew != rec.seq {
		p.anew = rec.seq
		clear(p.tables)
		clear(p.documents)
	}
	if p.do(rec) && rec.is(recordFinal) {
		p.commits++
	}
	return false, nil
}
