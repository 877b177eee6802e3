package sample

const (
	inventedLicence = "Made by this program; no rights reserved."
	packageSource   = "the npm package vega-datasets 3.2.1"
)

// Samples returns the samples in the order in which they are best met.
func Samples() []Sample {
	return []Sample{
		{
			Name:  "Movies",
			Title: "Movies",
			Description: "Films by category and title, as in the product team's post on key design. A title is found at once with its category, " +
				"a prefix of it is a range, and a title without its category reads the whole table. Some ratings are Int32 where most are Double: " +
				"a filter sees only those of its own type.",
			Source:   "Invented titles and ratings, with some real titles that the post “How to get most out of Windows Azure Tables” (2010) uses.",
			Licence:  inventedLicence,
			Tables:   []TableInfo{{Name: "Movies", Entities: 10_681, Keys: "category / title"}},
			Entities: 10_681,
			Queries: []Query{
				{"Movies", "One film", "PartitionKey eq 'SciFi' and RowKey eq 'Star Wars'", "point"},
				{"Movies", "Action films whose title begins with Sh", "PartitionKey eq 'Action' and RowKey ge 'Sh' and RowKey lt 'Si'", "row-range"},
				{"Movies", "Action films from Alien to Terminator, rated above 4", "PartitionKey eq 'Action' and RowKey ge 'Alien' and RowKey lt 'Terminator' and Rating gt 4.0", "row-range"},
				{"Movies", "Favorites from Action up to War", "PartitionKey ge 'Action' and PartitionKey lt 'War' and Favorite", "partition-range"},
				{"Movies", "Two categories with or: everything is read", "PartitionKey eq 'Action' or PartitionKey eq 'Thriller'", "full-scan"},
				{"Movies", "A title in any category: everything is read", "RowKey ge 'Sh' and RowKey lt 'Si'", "full-scan"},
			},
		},
		{
			Name:  "Birdstrikes",
			Title: "Bird strikes",
			Description: "10,000 reports of aircraft that met birds, deer and bats, 1990 to 2002, by state and date. Real data with its gaps: " +
				"more than a quarter of the reports know no speed, and a filter on it never sees them.",
			Source:    "FAA Wildlife Strike Database, http://wildlife.faa.gov, from " + packageSource + ".",
			Licence:   "U.S. Government data set, public domain (https://resources.data.gov/open-licenses/).",
			Tables:    []TableInfo{{Name: "Birdstrikes", Entities: 10_000, Keys: "state / date;line"}},
			Entities:  10_000,
			File:      "web/samples/birdstrikes.csv.gz",
			FileBytes: 129_325,
			Queries: []Query{
				{"Birdstrikes", "Texas in October 1999", "PartitionKey eq 'Texas' and RowKey ge '1999-10-' and RowKey lt '1999-11-'", "row-range"},
				{"Birdstrikes", "Costly strikes in New York", "PartitionKey eq 'New York' and CostTotal gt 100000", "row-range"},
				{"Birdstrikes", "States from C to F, at night", "PartitionKey ge 'C' and PartitionKey lt 'G' and TimeOfDay eq 'Night'", "partition-range"},
				{"Birdstrikes", "Faster than 300 knots: a missing speed never matches", "Speed gt 300", "full-scan"},
				{"Birdstrikes", "Not faster than 300 knots: not returns the missing ones too", "not (Speed gt 300)", "full-scan"},
			},
		},
		{
			Name:  "Earthquakes",
			Title: "Earthquakes",
			Description: "One week of the world's earthquakes in 2018, by seismic network and time. The feed writes 2 and 2.1, so a magnitude is " +
				"an Int32 here and a Double there, and a code is a number in one network and text in another: mixed types as they come about.",
			Source:    "USGS earthquake feed, 31 January to 7 February 2018, from " + packageSource + ".",
			Licence:   "U.S. public domain (https://www.usgs.gov/information-policies-and-instructions/copyrights-and-credits).",
			Tables:    []TableInfo{{Name: "Earthquakes", Entities: 1_707, Keys: "network / time;code"}},
			Entities:  1_707,
			File:      "web/samples/earthquakes.csv.gz",
			FileBytes: 69_792,
			Queries: []Query{
				{"Earthquakes", "Southern California on 5 February", "PartitionKey eq 'ci' and RowKey ge '2018-02-05' and RowKey lt '2018-02-06'", "row-range"},
				{"Earthquakes", "Magnitude of 4.5 and more: only those stored as Double", "Magnitude ge 4.5", "full-scan"},
				{"Earthquakes", "The same for both types", "Magnitude ge 4.5 or Magnitude ge 5", "full-scan"},
				{"Earthquakes", "Felt by someone, in the networks from n to p", "PartitionKey ge 'n' and PartitionKey lt 'q' and Felt ge 1", "partition-range"},
				{"Earthquakes", "What was not an earthquake", "Type ne 'earthquake'", "full-scan"},
			},
		},
		{
			Name:  "Flights",
			Title: "Flights",
			Description: "20,000 flights within the United States in the first quarter of 2001, by airport of origin and time of departure. " +
				"The key serves “from here, on that day”; “to there” has to look at every flight.",
			Source:    "U.S. Bureau of Transportation Statistics, from " + packageSource + ".",
			Licence:   "Data collected by the U.S. Department of Transportation under 14 CFR Part 234; no licence terms are stated.",
			Tables:    []TableInfo{{Name: "Flights", Entities: 20_000, Keys: "origin / departure;destination;line"}},
			Entities:  20_000,
			File:      "web/samples/flights.csv.gz",
			FileBytes: 173_812,
			Queries: []Query{
				{"Flights", "From Chicago on 14 February", "PartitionKey eq 'ORD' and RowKey ge '2001-02-14' and RowKey lt '2001-02-15'", "row-range"},
				{"Flights", "From Atlanta, more than two hours late", "PartitionKey eq 'ATL' and Delay gt 120", "row-range"},
				{"Flights", "From airports S to T, arrived early", "PartitionKey ge 'S' and PartitionKey lt 'U' and Delay lt 0", "partition-range"},
				{"Flights", "To San Francisco: everything is read", "Destination eq 'SFO'", "full-scan"},
			},
		},
		{
			Name:  "Blogs",
			Title: "AuthorBlogs and Blogs",
			Description: "Two designs. Blogs: a channel is a partition and the RowKey counts down (MaxTicks less the time), so the newest post " +
				"comes first. AuthorBlogs: each post is there twice, under date;title with its text and under category;title as a small index entity.",
			Source:  "Invented, after the micro-blog of the white paper “Windows Azure Table” (2009) and the blog table of the post of 2010.",
			Licence: inventedLicence,
			Tables: []TableInfo{
				{Name: "AuthorBlogs", Entities: 2 * authorBlogPosts, Keys: "author / date;title and category;title"},
				{Name: "Blogs", Entities: blogPosts, Keys: "channel / MaxTicks - time"},
			},
			Entities: blogPosts + 2*authorBlogPosts,
			Queries: []Query{
				{"AuthorBlogs", "Brady on sports, by the index entities", "PartitionKey eq 'Brady' and RowKey ge 'Sports;' and RowKey lt 'Sports<'", "row-range"},
				{"AuthorBlogs", "Brady in December", "PartitionKey eq 'Brady' and RowKey ge '20101201;' and RowKey lt '20101231<'", "row-range"},
				{"AuthorBlogs", "One post", "PartitionKey eq 'Brady' and RowKey eq '20100920;RandyToVikings'", "point"},
				{"Blogs", "The newest posts of Channel9 come first", "PartitionKey eq 'Channel9'", "row-range"},
				{"Blogs", "Posts rated 3: everything is read", "Rating eq 3", "full-scan"},
				{"Blogs", "More than a billion views: an Int64 literal", "Views gt 1000000000L", "full-scan"},
			},
		},
		{
			Name:  "Logs",
			Title: "Logs",
			Description: "100,000 messages of a distributed application. The partition is component;instance;bucket: four buckets spread the " +
				"writes of a busy instance, and a prefix of the key still asks for a component or an instance.",
			Source:   "Invented, after the logging example of the post of 2010.",
			Licence:  inventedLicence,
			Tables:   []TableInfo{{Name: "Logs", Entities: logEntities, Keys: "component;instance;bucket / ticks;suffix"}},
			Entities: logEntities,
			Queries: []Query{
				{"Logs", "One instance of a component, all its buckets", "PartitionKey ge 'ReportingRole;Instance0002;' and PartitionKey lt 'ReportingRole;Instance0002<'", "partition-range"},
				{"Logs", "Errors of a component", "PartitionKey ge 'PortalRole;' and PartitionKey lt 'PortalRole<' and Level eq 'Error'", "partition-range"},
				{"Logs", "One bucket, slow requests", "PartitionKey eq 'BillingRole;Instance0000;02' and ElapsedMs gt 500", "row-range"},
				{"Logs", "By time alone: everything is read", "Logged ge datetime'2010-12-10T00:00:00Z' and Logged lt datetime'2010-12-10T01:00:00Z'", "full-scan"},
			},
		},
		{
			Name:  "SocialNetwork",
			Title: "Social network",
			Description: "Members, whom they follow and what they post, in one table: a member is a partition and the first word of the RowKey " +
				"is the kind of the entity. Entities of different shape lie side by side, and one kind is one range.",
			Source:   "Invented, after the white paper's advice to keep several kinds of entities in one table.",
			Licence:  inventedLicence,
			Tables:   []TableInfo{{Name: "SocialNetwork", Entities: socialEntities, Keys: "member / kind;…"}},
			Entities: socialEntities,
			Queries: []Query{
				{"SocialNetwork", "The profile of a member", "PartitionKey eq 'brady0202' and RowKey eq 'member'", "point"},
				{"SocialNetwork", "Whom a member follows", "PartitionKey eq 'brady0202' and RowKey ge 'follow;' and RowKey lt 'follow<'", "row-range"},
				{"SocialNetwork", "Members from m to n with a city", "PartitionKey ge 'm' and PartitionKey lt 'o' and RowKey eq 'member' and City ge ''", "partition-range"},
				{"SocialNetwork", "All profiles by their kind: everything is read", "Kind eq 'member'", "full-scan"},
				{"SocialNetwork", "All profiles by RowKey: a seek in each partition would do", "RowKey eq 'member'", "full-scan"},
			},
		},
		{
			Name:  "Jobs",
			Title: "Photo jobs and status",
			Description: "Two tables of an application that makes mosaics of photos. A job is found by its client, its messages by the job; " +
				"the RowKeys are ticks and a Guid, so that they sort by time and two in one tick do not collide.",
			Source:  "Invented, after the tables of the Azure Photo Mosaics application (2011).",
			Licence: inventedLicence,
			Tables: []TableInfo{
				{Name: "Jobs", Entities: jobCount, Keys: "client / start_request"},
				{Name: "Status", Entities: statusCount, Keys: "request / ticks_guid"},
			},
			Entities: jobCount + statusCount,
			Queries: []Query{
				{"Jobs", "The jobs of a client", "PartitionKey eq 'S-1-5-21-1000000000'", "row-range"},
				{"Jobs", "Failed: a job under way has no Succeeded and is not found", "Succeeded eq false", "full-scan"},
				{"Jobs", "Not succeeded: not finds those under way too", "not Succeeded", "full-scan"},
				{"Status", "Requests whose id begins with a0 to af", "PartitionKey ge 'a0' and PartitionKey lt 'b0'", "partition-range"},
				{"Status", "By the message: everything is read", "Message eq 'mosaic assembled'", "full-scan"},
			},
		},
		{
			Name:  "Rentals",
			Title: "Video rentals",
			Description: "Members and the films that they have at home. Both are in the member's partition, so that one entity group transaction " +
				"adds a rental and raises the member's RentalCount: all or nothing.",
			Source:   "Invented, after the video rental example of the post of 2010.",
			Licence:  inventedLicence,
			Tables:   []TableInfo{{Name: "Rentals", Entities: rentalEntities, Keys: "member / Member or Rental_title"}},
			Entities: rentalEntities,
			Queries: []Query{
				{"Rentals", "A member", "PartitionKey eq 'M010042' and RowKey eq 'Member'", "point"},
				{"Rentals", "What a member has at home", "PartitionKey eq 'M010042' and RowKey ge 'Rental_' and RowKey lt 'Rental`'", "row-range"},
				{"Rentals", "Members M0100 to M0109 with more than five films", "PartitionKey ge 'M0100' and PartitionKey lt 'M0110' and RentalCount gt 5", "partition-range"},
				{"Rentals", "Overdue: everything is read", "Overdue", "full-scan"},
				{"Rentals", "Not returned by a day", "DueAt lt datetime'2010-12-05T00:00:00Z'", "full-scan"},
			},
		},
	}
}
