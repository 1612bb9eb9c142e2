import { trimEndChars, trimLink } from './trim-end'

describe('the end of a text', () => {
  it.each([
    ['https://api.example//', '/', 'https://api.example'],
    ['///', '/', ''],
    ['a/b', '/', 'a/b'],
    ['', '/', ''],
  ])('%j without %j is %j', (text, chars, trimmed) => expect(trimEndChars(text, chars)).toBe(trimmed))

  it('is not of a link where it belongs to the text around', () => {
    expect(trimLink('https://a.example/p).')).toBe('https://a.example/p')
    expect(trimLink('https://a.example/p_1*_~')).toBe('https://a.example/p_1')
    expect(trimLink('https://a.example/p…”')).toBe('https://a.example/p')
    expect(trimLink('https://a.example/p?x=1')).toBe('https://a.example/p?x=1')
  })
})
