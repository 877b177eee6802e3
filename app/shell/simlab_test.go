package shell

import (
	"testing"

	"rangefinder/app/designlab"
	"rangefinder/app/keydesign/population"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/simulator"
)

// Ensure that a design opens the simulator with its keys, that the address has all of it - entities that do not exist yet too -
// and that Back leads to the lab.
func TestSimulate_OfADesign(t *testing.T) {
	m := labbed(t)
	if best := m.Lab.Best(); best != 1 {
		t.Errorf("the best design is %d, want the cheaper one", best)
	}
	spec := m.Lab.Spec.Clone()
	spec.Population = &population.Spec{Entities: 50_000, Seed: 7, Properties: []population.Property{{Name: "A", Type: "String", Distinct: 9}, {Name: "Unused", Type: "String"}}}
	changed := *m.Lab
	changed.Spec = spec
	m.Lab = &changed

	was := routeOf(m)
	m, cmds := after(m, designlab.Did{Act: designlab.Simulate, At: 1})
	set, ok := find[page.SetAddress](cmds)
	if !ok || !set.Push || m.Screen != page.SimulatorScreen || !m.Sim.ByTemplate() || m.Sim.Setup.Template != "{A}" {
		t.Fatalf("the simulator shows %+v and asks for %+v", m.Sim.Setup, cmds)
	}
	if g := m.Sim.Setup.Population; g == nil || len(g.Properties) != 1 || g.Properties[0].Name != "A" {
		t.Errorf("its entities are %+v, want those that the template names", g)
	}
	if name := m.Sim.DesignOf(m.Designs()); name != "“by A”" {
		t.Errorf("its design is %s", name)
	}
	again, _, problem := ParseRoute(set.Fragment)
	if setup, ok := simulator.ParseSetup(again.Sim); problem != "" || !ok || setup.Encode() != m.Sim.Setup.Encode() || setup.Population.Entities != 50_000 {
		t.Errorf("the address %q comes back as %+v %s", set.Fragment, setup, problem)
	}
	played, cmds := after(m, simulator.PlayPressed{})
	if ask, ok := find[simulator.Ask](cmds); !ok || ask.Req.Population == nil || ask.Req.Table != "" || played.Sim.Run.Title != "Keys of “by A”" {
		t.Errorf("playing asks for %+v", cmds)
	}
	if back, _ := after(m, Navigated{Fragment: was.Fragment()}); back.Screen != page.LabScreen || len(back.Lab.Spec.Designs) != 2 {
		t.Errorf("Back leads to %q", back.Screen)
	}

	broken := spec.Clone()
	broken.Designs[1].Partition = "{A"
	bad := *m.Lab
	bad.Spec = broken
	m.Lab, m.Screen = &bad, page.LabScreen
	if m, _ = after(m, designlab.Did{Act: designlab.Simulate, At: 1}); m.Screen != page.LabScreen {
		t.Error("a template that cannot be read was simulated")
	}
}

// Ensure that Back shows the screen of its address also while the table is being loaded.
func TestNavigated_WhileLoading(t *testing.T) {
	m := labbed(t)
	m, _ = after(m, designlab.Did{Act: designlab.Simulate, At: 0})
	tables := *m.Tables
	tables.List, tables.Loading = nil, &page.Loading{Title: "Opening it"}
	m.Tables = &tables
	m, _ = after(m, Navigated{Fragment: page.Route{Query: query.Query{Table: m.Query.Table}, Screen: page.LabScreen}.Fragment()})
	if m.Screen != page.LabScreen {
		t.Errorf("the screen is %q", m.Screen)
	}
}
