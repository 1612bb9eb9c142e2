import { encodeTextFrame } from './web-socket-frame'

it.each([
  ['', [0x81, 0]],
  ['olá', [0x81, 4, 0x6f, 0x6c, 0xc3, 0xa1]],
])('%j is header and text in one buffer', (text, bytes) => {
  expect([...encodeTextFrame(text)]).toEqual(bytes)
})

it.each([
  [125, [0x81, 125]],
  [126, [0x81, 126, 0, 126]],
  [65_535, [0x81, 126, 0xff, 0xff]],
  [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
])('a text of %i bytes has its length in the header', (length, header) => {
  const frame = encodeTextFrame('x'.repeat(length))
  expect([...frame.subarray(0, header.length)]).toEqual(header)
  expect(frame.subarray(header.length).toString()).toBe('x'.repeat(length))
})
