// Package enginetest holds every engine.Service to the same rules. In reading order:
//
//	suite.go …   RunService: the rules of sections 1, 3, 4 and 6 of the service's description, as tables
//	model.go     Model: a Service that is a plain list of entities, slow and easy to believe
//	generate.go  random keys, values, entities, operations and filters from one seed
//	simulate.go  Simulate: the same random operations on two services, every answer and the whole state compared
package enginetest
