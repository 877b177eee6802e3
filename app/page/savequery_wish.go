package page

type (
	SaveQueryPressed struct{}
)
