import { isOneEmoji } from '@balcao/contracts'

import { BY_CONTACT, BY_US, shownReactions, withReaction, type StoredReaction } from './reaction'

const put = (by: string, emoji: string, at: number): StoredReaction => ({ by, emoji, name: '', at })
const after = (...news: StoredReaction[]): StoredReaction[] =>
  news.reduce<StoredReaction[]>((reactions, one) => withReaction(reactions, one) ?? reactions, [])

describe('reactions', () => {
  it.each<[string, StoredReaction[], string[]]>([
    ['stand one beside the other', [put(BY_US, '👍', 1), put(BY_CONTACT, '❤️', 2)], ['👍', '❤️']],
    ['replace what the same person put', [put(BY_US, '👍', 1), put(BY_US, '😂', 2)], ['😂']],
    ['are taken back', [put(BY_US, '👍', 1), put(BY_US, '', 2)], []],
    ['are not forbidden by one that was never here', [put(BY_US, '', 2), put(BY_US, '👍', 1)], ['👍']],
    ['stay taken back', [put(BY_US, '👍', 1), put(BY_US, '', 3), put(BY_US, '👍', 2)], []],
    [
      'of one second follow their order',
      [put(BY_US, '👍', 1), put(BY_US, '', 1), put(BY_US, '🙏', 1)],
      ['🙏'],
    ],
  ])('%s', (_name, news, shown) => {
    expect(shownReactions(after(...news)).map(({ emoji }) => emoji)).toEqual(shown)
  })

  it('of somebody known by another name before take its place', () => {
    const reactions = withReaction([put('lid:77', '👍', 1)], put('phone:5511', '❤️', 2), ['lid:77'])
    expect(reactions).toEqual([put('phone:5511', '❤️', 2)])
  })

  it('change nothing when said again', () => {
    expect(withReaction([put(BY_US, '👍', 1)], put(BY_US, '👍', 2))).toBeUndefined()
    expect(withReaction([], put(BY_US, '', 2))).toBeUndefined()
  })
})

describe('one emoji', () => {
  it.each(['👍', '❤️', '❤', '👍🏽', '👨‍👩‍👧‍👦', '🇧🇷', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '👩🏽‍❤️‍💋‍👨🏻', '©️'])('%s is', (text) => {
    expect(isOneEmoji(text)).toBe(true)
  })
  it.each(['', 'a', '1', '👍👍', '👍 ', 'ok👍', '<b>', '❤️'.repeat(20), '\u200d', '#', '👍\u0301'])(
    '%j is not',
    (text) => {
      expect(isOneEmoji(text)).toBe(false)
    },
  )
})
