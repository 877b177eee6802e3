package interchange

var formats = [...]FormatInfo{
	NoFormat:  {NoFormat, "no format", "", "application/octet-stream", false, false},
	ODataJSON: {ODataJSON, "OData JSON", ".json", "application/json", true, true},
	NDJSON:    {NDJSON, "NDJSON", ".ndjson", "application/x-ndjson", true, true},
	TypedCSV:  {TypedCSV, "typed CSV", ".typed.csv", "text/csv", true, true},
	Workspace: {Workspace, "workspace file", ".rangefinder.ndjson", "application/x-ndjson", true, true},
	PlainCSV:  {PlainCSV, "CSV", ".csv", "text/csv", false, true},
	PlainJSON: {PlainJSON, "JSON without types", ".json", "application/json", false, true},
	AzuriteDB: {AzuriteDB, "Azurite's table database", ".json", "application/json", false, false},
}

// Formats lists the formats, native ones first.
func Formats() []FormatInfo { return append([]FormatInfo(nil), formats[ODataJSON:]...) }

// Info describes the format; an unknown one is NoFormat.
func (f Format) Info() FormatInfo {
	if int(f) >= len(formats) {
		f = NoFormat
	}
	return formats[f]
}

// String returns the name for a list of choices: "OData JSON".
func (f Format) String() string { return f.Info().Name }
