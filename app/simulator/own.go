package simulator

import (
	"slices"

	"rangefinder/app/words"
)

// maxOwn bounds the settings of one's own that are kept.
const maxOwn = 9

// keepOwn keeps what is in the form before other settings take its place, unless it is an example or is kept already.
func (s *Model) keepOwn() {
	if s.Preset >= 0 {
		if example := Presets[s.Preset].Setup(); slices.Equal(s.Texts, example.texts()) {
			return
		}
	}
	if s.own() < 0 {
		s.Own = append(slices.Clone(s.Own[max(len(s.Own)-maxOwn+1, 0):]), s.Texts)
	}
}

// own is the number of the settings of Own that the form has, -1 for none.
func (s *Model) own() int {
	return slices.IndexFunc(s.Own, func(texts []string) bool { return slices.Equal(texts, s.Texts) })
}

// chosen is the value of the list that stands for the form, as PresetChosen has it; -1 for settings that are in no list.
func (s *Model) chosen() int {
	if own := s.own(); own >= 0 {
		return -2 - own
	}
	return s.Preset
}

// ownNames names the settings of Own after the nearest example: "Keys in time order, VMs 20 and 2 other settings".
func (s *Model) ownNames() (list []string) {
	for _, texts := range s.Own {
		setup, name, fewest := SetupOf(texts), "", len(Fields)+1
		for i := range Presets {
			example := Presets[i].Setup()
			if differs := changes(&example, &setup); len(differs) < fewest {
				fewest = len(differs)
				if name = Presets[i].Title + ", unfinished"; fewest > 0 {
					name = Presets[i].Title + ", " + differs[0].label + " " + differs[0].is
				}
				if fewest > 1 {
					name += " and " + words.Count(fewest-1, "other setting", "other settings")
				}
			}
		}
		list = append(list, name)
	}
	return list
}
