package shell

import (
	"reflect"
	"strings"
	"testing"

	"rangefinder/app/course"
	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/simulator"
)

// Ensure that the setups of the course are for the lesson what they are on the simulator's screen, and that the screen shows each
// after its question was answered, not before.
func TestLesson_Simulated(t *testing.T) {
	asked := 0
	for _, e := range courseOf(t).Lessons() {
		l, err := lesson.Parse(lessonText(t, e.Name+".lesson"))
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range l.Steps {
			if s.Predict == nil || s.Predict.Simulated == nil {
				continue
			}
			asked++
			for _, setup := range []string{s.Predict.Simulated.Setup, s.Predict.Simulated.Against} {
				if setup == "" {
					continue
				}
				want, ok := simulator.ParseSetup(setup)
				got, err := lesson.SimulatorConfig(setup)
				if !ok || err != nil || !reflect.DeepEqual(got, want.Config) {
					t.Errorf("%s: %q is %+v (%v) and on the screen %+v (%v)", e.Name, setup, got, err, want.Config, ok)
				}
			}
			m := taught(t, e.Name, i+1)
			if early, _ := after(m, course.LessonSimulated{}); early.Screen == page.SimulatorScreen {
				t.Errorf("%s: the run is shown before the answer", e.Name)
			}
			m, _ = after(m, course.LessonPredicted{Answer: "nonsense"})
			if m.Course.Lesson.Right || !m.Course.Lesson.Done {
				t.Errorf("%s: %+v", e.Name, m.Course.Lesson)
			}
			m, cmds := after(m, course.LessonSimulated{})
			if _, ok := find[simulator.Ask](cmds); !ok || m.Screen != page.SimulatorScreen || m.Sim.Setup.Encode() != encoded(t, s.Predict.Simulated.Setup) {
				t.Errorf("%s: the screen shows %s of %s, %v", e.Name, m.Sim.Setup.Encode(), s.Predict.Simulated.Setup, cmds)
			}
			if beats := course.Beats(l, i); !strings.Contains(beats[len(beats)-2].Note, " · ") || beats[len(beats)-1].Text != s.Predict.Simulated.Answer {
				t.Errorf("%s: the projector shows %+v", e.Name, beats)
			}
		}
	}
	if asked < 7 {
		t.Errorf("the course asks the simulator %d times", asked)
	}
}

func encoded(t *testing.T, setup string) string {
	t.Helper()
	s, ok := simulator.ParseSetup(setup)
	if !ok {
		t.Fatal(setup)
	}
	return s.Encode()
}
