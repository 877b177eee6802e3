package postlink

// The Go compiler writes WebAssembly for machines that cannot call and branch: a function is a loop around a table of its blocks, a
// jump sets the number of the next block and goes around, and a call stores a number of 64 bits from which it can be taken up again,
// all different. Below is the same in words that repeat themselves; each is a quarter of what was to download of the code:
//
//   - a jump forward is a branch, which is also faster;
//   - the number of a call's place is one sum, of what is the same in all the function and what is small;
//   - beside that number come the callee's and nothing else that differs: leaving when the stack is unwound is "if return";
//   - where a local variable is belongs to the load or store.

// firstFunction is what the linker adds to the number of a function of the module in its addresses: those are this sum, then 16 bits
// for the block.
const firstFunction = 0x1000

// Local variables of every function with Go's calling convention: its only parameter, and a copy of the stack pointer.
const (
	localBlock = 0
	localStack = 1
)

// shortenCode rewrites the functions that have Go's calling convention.
func (p *program) shortenCode() error {
	var buffer []instruction
	for i, code := range p.code {
		if !p.isGo(i) {
			continue
		}
		b, err := parseBody(code, buffer)
		if err != nil {
			return err
		}
		buffer = b.code
		if len(b.locals) > 0 && b.locals[0] == (locals{1, typeI32}) {
			b.jumpStraight()
			b.foldAddresses()
			b.callAlike()
			b.shareBase((firstFunction + i) << 16)
			p.code[i] = b.append(nil)
		}
	}
	return nil
}

// dispatch returns where the table of the function's blocks is, -1 when it has none as we know it. Nothing but the table may read the
// number of the next block.
func (b *body) dispatch() int {
	at := -1
	for n, i := range b.code {
		switch {
		case i.op == opBrTable && at < 0:
			at = n
		case i.op == opBrTable:
			return -1
		case i.op == opLocalGet && i.value == localBlock && at >= 0:
			// A call through a pointer keeps it here for a moment: local.set, i32.const 0, local.get, call_indirect.
			if n < 2 || !b.like(n-2, opLocalSet, opI32Const, opLocalGet, opCallIndir) || b.code[n-2].value != localBlock {
				return -1
			}
		}
	}
	if at < 1 || b.code[at-1].op != opLocalGet || b.code[at-1].value != localBlock {
		return -1
	}
	for _, i := range b.code[:at-1] { // the stack pointer is copied, and blocks begin
		if i.op != opGlobalGet && i.op != opLocalSet && i.op != opBlock && i.op != opLoop {
			return -1
		}
	}
	return at
}

// jumpStraight makes a branch of each jump to a block that is still ahead.
func (b *body) jumpStraight() {
	at := b.dispatch()
	if at < 0 {
		return
	}
	blocks := b.code[at].targets()
	depth, loop := 0, -1 // how many blocks are open, and which of them is the loop around the table
	out := b.code[:0]
	n := 0
	for ; n <= at; n++ {
		switch i := b.code[n]; i.op {
		case opLoop:
			loop = depth
			depth++
		case opBlock:
			depth++
		}
		out = append(out, b.code[n])
	}
	all, ahead := depth, depth // open at the table, and of those never closed since
	// branch returns the depth of a branch that does what is done at n by a jump out of so many blocks.
	branch := func(n, depth int) (int, bool) {
		if !b.like(n, opI32Const, opLocalSet, opBr) || b.code[n+1].value != localBlock || depth-1-b.code[n+2].value != loop || b.code[n].value < 0 {
			return 0, false
		}
		block := all - 1 - blocks[min(b.code[n].value, len(blocks)-1)]
		return depth - 1 - block, block > loop && block < ahead
	}
	for ; n < len(b.code); n++ {
		i := b.code[n]
		if i.op == opIf && b.like(n+4, opEnd) {
			if to, ok := branch(n+1, depth+1); ok {
				out = append(out, instruct(opBrIf, to-1))
				n += 4
				continue
			}
		}
		if to, ok := branch(n, depth); ok {
			out = append(out, instruct(opBr, to))
			n += 2
			continue
		}
		switch i.op {
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			depth--
			ahead = min(ahead, depth)
		}
		out = append(out, i)
	}
	b.code = out
}

// foldAddresses moves the offset of a local variable on the stack into the load or store that it is for. The stack pointer and such an
// offset never reach the end of 32 bits.
func (b *body) foldAddresses() {
	gone := make([]bool, len(b.code))
	for n := range b.code {
		if !b.like(n, opLocalGet, opExtendI32U, opI64Const, opI64Add, opI32WrapI64) || b.code[n].value != localStack {
			continue
		}
		offset := b.code[n+2].value
		if offset < 0 || offset > maxOffset {
			continue
		}
		if to := b.user(n + 5); to >= 0 && b.code[to].value <= maxOffset-offset {
			b.code[to] = b.code[to].further(offset)
			gone[n+1], gone[n+2] = true, true
		} else {
			b.code[n+1], b.code[n+2] = instruct(opI32Const, offset), plain(opI32Add)
		}
		gone[n+3], gone[n+4] = true, true
	}
	out := b.code[:0]
	for n, i := range b.code {
		if !gone[n] {
			out = append(out, i)
		}
	}
	b.code = out
}

// user returns the load or store whose address is what is on top of the stack before the instruction n, -1 when it is used otherwise.
func (b *body) user(n int) int {
	above := 0 // values on the stack above the address
	for ; n < len(b.code); n++ {
		i := b.code[n]
		takes, puts, straight := i.effect()
		switch {
		case !straight:
			return -1
		case takes > above:
			if i.op >= opFirstLoad && i.op <= opLastLoad || i.op >= opFirstStore && i.op <= opLastStore && above == 1 {
				return n
			}
			return -1
		}
		above += puts - takes
	}
	return -1
}

// callAlike writes calls so that what differs between them comes together: first the number 0 of the callee's block, then the place
// to go on at, and the callee; and it leaves an unwound stack with a return.
func (b *body) callAlike() {
	// What a branch out of the outermost block comes to is "return 1".
	last := len(b.code)
	unwinds := b.like(last-3, opEnd, opI32Const, opEnd) && b.code[last-2].value == 1
	first := 0
	for first < last && (b.code[first].op == opGlobalGet || b.code[first].op == opLocalSet) {
		first++
	}
	unwinds = unwinds && first < last && b.code[first].op == opBlock
	returns := []instruction{{opIf, 0, []byte{opIf, 0x40}}, instruct(opI32Const, 1), plain(opReturn), plain(opEnd)}
	depth := 0
	out := make([]instruction, 0, len(b.code)+len(b.code)/8)
	for n := 0; n < last; n++ {
		// SP -= 8; store the place; call
		if b.like(n, opLocalGet, opI32Const, opI32Sub, opLocalTee, opGlobalSet, opLocalGet, opI64Const, opI64Store, opI32Const, opCall) && b.code[n+8].value == 0 {
			out = append(out, b.code[n+8])
			out = append(out, b.code[n:n+8]...)
			n += 9
		}
		i := b.code[n]
		out = append(out, i)
		// copy the stack pointer again; leave when the stack is unwound
		if unwinds && (i.op == opCall || i.op == opCallIndir) && b.like(n+1, opGlobalGet, opLocalSet, opBrIf) && b.code[n+2].value == localStack && b.code[n+3].value == depth-1 {
			out = append(out, returns...)
			out = append(out, b.code[n+1:n+3]...)
			n += 3
			continue
		}
		switch i.op {
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			depth--
		}
	}
	b.code = out
}

// shareBase keeps the part that is the same in all of the function's places in a local variable.
func (b *body) shareBase(base int) {
	const place = 1<<16 - 1
	inside := func(i instruction) bool { return i.op == opI64Const && i.value&^place == base }
	uses := 0
	for _, i := range b.code {
		if inside(i) {
			uses++
		}
	}
	if uses < 2 {
		return
	}
	const local = localStack + 1
	if len(b.locals) > 1 && b.locals[1].kind == typeI64 {
		b.locals[1].count++
	} else {
		b.locals = append(b.locals, locals{})
		copy(b.locals[2:], b.locals[1:])
		b.locals[1] = locals{1, typeI64}
	}
	out := make([]instruction, 0, len(b.code)+2*uses+2)
	out = append(out, instruct(opI64Const, base), instruct(opLocalSet, local))
	for _, i := range b.code {
		switch {
		case i.op >= opLocalGet && i.op <= opLocalTee && i.value >= local:
			out = append(out, instruct(i.op, i.value+1))
		case inside(i):
			out = append(out, instruct(opLocalGet, local), instruct(opI64Const, i.value&place), plain(opI64Add))
		default:
			out = append(out, i)
		}
	}
	b.code = out
}
