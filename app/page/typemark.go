package page

import "rangefinder/filterlang/edm"

// TypeMarks are the types of values as every screen writes them beside a value.
var TypeMarks = map[edm.Type]string{edm.String: "str", edm.Int32: "i32", edm.Int64: "i64", edm.Double: "dbl", edm.Boolean: "bool", edm.DateTime: "date", edm.Guid: "guid", edm.Binary: "bin"}
