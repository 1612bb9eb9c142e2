import { drawBars, pickPackets } from './draw-bars'

const packets = (count: number) => Array.from({ length: count }, (_, at) => Uint8Array.of(at & 0xff, at >> 8))
const places = (part: Uint8Array[] | undefined) => part?.map(([low = 0, high = 0]) => low + high * 256) ?? []

describe('packets for the bars', () => {
  it.each([1, 63, 64, 65, 640, 3_200])('of %s are in order, and each bar has some', (count) => {
    const parts = pickPackets(packets(count))
    expect(parts).toHaveLength(64)
    for (const part of parts) expect(part.length).toBeGreaterThan(0)
    if (count >= 64) expect(parts.flatMap(places)).toEqual(Array.from({ length: count }, (_, at) => at))
  })

  it('of an hour are a second from the middle of each part', () => {
    const parts = pickPackets(packets(64_000))
    expect(places(parts[0])).toEqual(Array.from({ length: 50 }, (_, at) => 475 + at))
    expect(parts.flat()).toHaveLength(64 * 50)
  })
})

describe('bars', () => {
  it.each([
    ['are as high as the loudest', [0, 0.1, 0.2, 0.05], [0, 50, 100, 25]],
    ['of silence are none', [0, 0.0009, 0], []],
    ['of nothing are none', [], []],
  ])('%s', (_name, loudness, bars) => expect([...drawBars(loudness)]).toEqual(bars))
})
