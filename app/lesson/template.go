package lesson

// Template is a lesson to begin with: it works, and its texts say what each part is for.
const Template = `# My lesson
About: One sentence for the list.
Source: where the subject matter is from, "its section"

Text before the first step is shown with all of them. A blank line begins a new paragraph, and ` + "`code`" + ` stands between backticks.
The data of the lesson follows: the keys, then properties with their types. Text is the type when none is given.

` + "```data Orders" + `
PartitionKey,RowKey,Number:Int32,Shop
north,0008,8,north
north,0009,9,north
south,0010,10,south
` + "```" + `

## A question before the plan is shown
A step begins with two number signs. This one asks what the learner expects; nothing is shown until there is an answer.

` + "```predict" + `
ask: How will the service look for a RowKey alone?
filter: RowKey eq '0010'
answer: class full scan
` + "```" + `

## Something to do
The start is what the learner finds, the solution is what Show me puts in its place, and Break it is optional. The checks decide.

` + "```start" + `
note: It reads the whole table.
filter: RowKey eq '0010'
` + "```" + `

` + "```solution" + `
filter: PartitionKey eq 'south' and RowKey eq '0010'
` + "```" + `

` + "```break" + `
note: Another shop has no such order.
filter: PartitionKey eq 'north' and RowKey eq '0010'
` + "```" + `

hint: The first hint says where to look, such as: which key does the filter fix?
hint: The second says how, such as: fix both keys, each with ` + "`eq`" + `.

` + "```check" + `
class at most point because both keys have to be fixed
examined at most 1
same entities as RowKey eq '0010'
` + "```" + `

The learner does not see the hidden part: the same checks have to hold there. Wrong answers have to be refused, with these words.

` + "```hidden" + `
note: Both keys name one order, however many there are.
insert Orders 'south','0011' Number=11 Shop='south'
` + "```" + `

` + "```wrong" + `
says: both keys
note: A note is about this very answer, and comes first: Number is no key.
filter: PartitionKey eq 'south' and Number eq 10
` + "```" + `
`
