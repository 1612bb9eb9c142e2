import { readOggSeconds } from './ogg-seconds'

/* The beginning of a page that ends at this sample; -1 where no packet ends in it. */
const page = (position: bigint, text = ''): Buffer => {
  const head = Buffer.alloc(27)
  head.write('OggS')
  head.writeBigInt64LE(position, 6)
  return Buffer.concat([head, Buffer.from(text)])
}
const opus = page(0n, 'OpusHead')

it('of Ogg Opus is where its last page ends', () => {
  expect(readOggSeconds(Buffer.concat([opus, page(48_000n), page(120_000n)]))).toBe(2.5)
})

it.each([
  ['nothing', Buffer.alloc(0)],
  ['another sound', Buffer.from('ID3 sound')],
  ['Ogg without Opus', page(48_000n, 'vorbis')],
  ['a page that is cut', Buffer.concat([opus, Buffer.from('OggS')])],
  ['a last page without an end', Buffer.concat([opus, page(-1n)])],
])('of %s is not known', (_what, content) => expect(readOggSeconds(content)).toBeUndefined())
