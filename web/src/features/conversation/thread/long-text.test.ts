import { isEmojiOnly, splitLongText } from './long-text'

it.each([
  ['👍', true],
  ['👍🏽 ❤️', true],
  ['👨‍👩‍👧‍👦🎉🎉', true],
  ['🎉🎉🎉🎉', false],
  ['ok 👍', false],
  ['12', false],
  ['', false],
])('%s: large is %s', (text, large) => expect(isEmojiOnly(text)).toBe(large))

describe('a long text', () => {
  const text = 'palavra '.repeat(200)
  it('is cut after a word, and whole when asked', () => {
    const { shown, isCut } = splitLongText(text, false)
    expect([isCut, shown.length < 800, shown.endsWith('palavra')]).toEqual([true, true, true])
    expect(splitLongText(text, true)).toEqual({ shown: text, isCut: false })
  })
  it('is not cut for a few words more', () => expect(splitLongText('a'.repeat(800), false).isCut).toBe(false))
})
