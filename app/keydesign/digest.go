package keydesign

import (
	"encoding/binary"
	"math/bits"

	"rangefinder/filterlang/edm"
)

// fnv32 returns the 32-bit FNV-1a hash of a text.
func fnv32(text string) uint32 {
	h := uint32(2166136261)
	for i := range len(text) {
		h = (h ^ uint32(text[i])) * 16777619
	}
	return h
}

// roots holds the first 32 bits of the fractions of the cube roots of the first 64 primes (for SHA-256).
var roots = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

// sha256 returns the SHA-256 of a text. The standard library's brings half a megabyte of other cryptography to the page.
func sha256(text string) [32]byte {
	state := [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}
	message := append([]byte(text), 0x80)
	for len(message)%64 != 56 {
		message = append(message, 0)
	}
	message = binary.BigEndian.AppendUint64(message, uint64(len(text))*8)
	var w [64]uint32
	for ; len(message) > 0; message = message[64:] {
		for i := range 16 {
			w[i] = binary.BigEndian.Uint32(message[4*i:])
		}
		for i := 16; i < 64; i++ {
			a, b := w[i-15], w[i-2]
			w[i] = w[i-16] + w[i-7] + (bits.RotateLeft32(a, -7) ^ bits.RotateLeft32(a, -18) ^ a>>3) +
				(bits.RotateLeft32(b, -17) ^ bits.RotateLeft32(b, -19) ^ b>>10)
		}
		s := state
		for i := range 64 {
			a, e := s[0], s[4]
			t := s[7] + (bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)) +
				(e&s[5] ^ ^e&s[6]) + roots[i] + w[i]
			u := (bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)) + (a&s[1] ^ a&s[2] ^ s[1]&s[2])
			s = [8]uint32{t + u, a, s[1], s[2], s[3] + t, e, s[5], s[6]}
		}
		for i := range state {
			state[i] += s[i]
		}
	}
	var sum [32]byte
	for i, v := range state {
		binary.BigEndian.PutUint32(sum[4*i:], v)
	}
	return sum
}

// hexadecimal returns bytes as lower case digits.
func hexadecimal[T string | []byte](bytes T) string {
	const digits = "0123456789abcdef"
	b := make([]byte, 0, 2*len(bytes))
	for i := range len(bytes) {
		b = append(b, digits[bytes[i]>>4], digits[bytes[i]&15])
	}
	return string(b)
}

// guidOf returns the Guid that stands for a text, of version 8.
func guidOf(text string) string {
	sum := sha256(text)
	g := edm.UUID(sum[:16])
	g[6] = g[6]&0x0f | 0x80
	g[8] = g[8]&0x3f | 0x80
	return g.String()
}
