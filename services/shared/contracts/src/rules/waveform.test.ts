import { decodeWaveform, encodeWaveform, WAVEFORM_BARS } from './waveform'

const bars = (of: (at: number) => number) => Array.from({ length: WAVEFORM_BARS }, (_, at) => of(at))

describe('a waveform', () => {
  it.each<[string, number[], number[]]>([
    ['of 64 bars comes back', bars((at) => at), bars((at) => at)],
    ['of silence is flat', bars(() => 0), bars(() => 0)],
    ['above 100 and below 0 is cut', bars((at) => (at % 2 ? 255 : -7)), bars((at) => (at % 2 ? 100 : 0))],
  ])('%s', (_name, given, read) => expect(decodeWaveform(encodeWaveform(given))).toEqual(read))

  it('of bytes above 100 is cut, too', () =>
    expect(decodeWaveform(btoa('\xff'.repeat(WAVEFORM_BARS)))).toEqual(bars(() => 100)))

  it.each([
    '',
    'AQI=',
    '!'.repeat(88),
    btoa('x'.repeat(63)),
    btoa('x'.repeat(65)),
    `${btoa('x'.repeat(64))}\n`,
  ])('is not %j', (text) => expect(decodeWaveform(text)).toBeUndefined())
})
