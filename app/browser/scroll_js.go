package browser

import "syscall/js"

// scrollers are what scrolls a screen: its panel, or main in a narrow window.
func scrollers(id string) []js.Value {
	list := []js.Value{document.Call("querySelector", "main")}
	if panel := document.Call("querySelector", "#"+id+" section"); panel.Truthy() {
		list = append(list, panel)
	}
	return list
}

func (*Page) ScrollTop(id string) int {
	top := 0
	for _, e := range scrollers(id) {
		top = max(top, e.Get("scrollTop").Int())
	}
	return top
}

func (*Page) ScrollTo(id string, top int) {
	for _, e := range scrollers(id) {
		e.Set("scrollTop", top)
	}
}
