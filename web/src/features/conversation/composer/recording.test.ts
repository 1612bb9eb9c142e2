import { decodeWaveform, WAVEFORM_BARS } from '@balcao/contracts'

import { drawWaveform } from './recording'

const draw = (levels: number[]) => decodeWaveform(drawWaveform(levels) ?? '')

describe('the waveform of a recording', () => {
  it.each<[string, number[], number[]]>([
    ['shorter than its bars', [0.1, 0.4], Array.from({ length: 64 }, (_, at) => (at < 32 ? 25 : 100))],
    ['of silence', [0, 0, 0], Array.from({ length: 64 }, () => 0)],
    [
      'of a minute',
      Array.from({ length: 640 }, (_, at) => (at < 320 ? 0.2 : 0.05)),
      Array.from({ length: 64 }, (_, at) => (at < 32 ? 100 : 25)),
    ],
  ])('%s is as high as the loudest part', (_name, levels, bars) => expect(draw(levels)).toEqual(bars))

  it.each([1, 63, 64, 65, 1000])('of %s levels has all its bars', (count) =>
    expect(draw(Array.from({ length: count }, () => 0.5))).toEqual(
      Array.from({ length: WAVEFORM_BARS }, () => 100),
    ),
  )

  it('is none without a level', () => expect(drawWaveform([])).toBeNull())
})
