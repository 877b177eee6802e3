package browsers

import (
	"fmt"
	"os"
	"testing"

	"rangefinder/e2e/harness"
)

// choiceEnv names the browser: firefox, which is the default, or webkit.
const choiceEnv = "RANGEFINDER_BROWSER"

// browser is what all journeys are walked in; nil when Firefox is not there.
var browser Browser

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	if _, err := harness.Bundle(); err != nil {
		fmt.Fprintln(os.Stderr, "building the page:", err)
		return 1
	}
	var err error
	switch choice := os.Getenv(choiceEnv); choice {
	case "", "firefox":
		if program := findFirefox(); program != "" {
			browser, err = launchFirefox(program)
		} else if choice != "" {
			err = fmt.Errorf("firefox is not installed")
		}
	case "webkit":
		browser, err = launchWebKit()
	default:
		err = fmt.Errorf("%s=%s: take firefox or webkit", choiceEnv, choice)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if browser != nil {
		defer browser.Close()
	}
	return m.Run()
}
