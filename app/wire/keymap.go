package wire

// Map answers the segments of the key map.
var Map = Read[MapRequest, MapReply]("map")

// MapRequest asks for the segments of the key map.
type MapRequest struct {
	Source  string `json:",omitempty"`
	Table   string
	View    Stretch // To 0: the whole table
	Buckets int     // the most segments to answer with
}

// MapReply holds consecutive segments that cover the view.
type MapReply struct {
	Entities int // in the table
	View     Stretch
	Segments []Segment
	Inside   bool // the view lies in one partition: segments are stretches of row keys
}

// Segment is a partition, several small partitions together, or a stretch of one partition's row keys.
type Segment struct {
	From, To     int // ranks
	Partitions   int
	FirstKey     string // PartitionKey, or RowKey when Inside
	LastKey      string
	PartitionKey string // when Inside
}
