import { encodeWaveform, WAVEFORM_BARS } from '@balcao/contracts'

import { computeBarHeights, SHOWN_BARS } from './waveform-heights'

const waveform = (of: (at: number) => number) =>
  encodeWaveform(Array.from({ length: WAVEFORM_BARS }, (_, at) => of(at)))

describe('the bars of a player', () => {
  it('rise with a recording that grows louder', () => {
    const heights = computeBarHeights(
      waveform((at) => (at * 100) / 63),
      'a',
    )
    expect(heights).toHaveLength(SHOWN_BARS)
    expect(heights).toEqual(heights.toSorted((left, right) => left - right))
    expect(heights.at(-1)).toBe(22)
  })

  it.each([0, 1, 31, 62, 63])('show a word that is bar %s only', (loud) => {
    const heights = computeBarHeights(
      waveform((at) => (at === loud ? 100 : 0)),
      'a',
    )
    expect(heights.filter((height) => height === 22)).toHaveLength(1)
    expect(heights.filter((height) => height === 4)).toHaveLength(SHOWN_BARS - 1)
  })

  it.each([null, '', 'AQI='])('are decoration without one (%j): the same for the same message', (none) => {
    expect(computeBarHeights(none, 'a')).toEqual(computeBarHeights(null, 'a'))
    expect(computeBarHeights(none, 'a')).not.toEqual(computeBarHeights(none, 'b'))
    expect(computeBarHeights(none, 'a')).toHaveLength(SHOWN_BARS)
  })
})
