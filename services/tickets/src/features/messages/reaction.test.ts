import { isOneEmoji } from '@balcao/contracts'

import { BY_CONTACT, BY_US, listShownReactions, applyReaction, type StoredReaction } from './reaction'

const put = (by: string, emoji: string, at: number): StoredReaction => ({ by, emoji, name: '', at })
const after = (...news: StoredReaction[]): StoredReaction[] =>
  news.reduce<StoredReaction[]>((reactions, one) => applyReaction(reactions, one) ?? reactions, [])

describe('reactions', () => {
  it.each<[string, StoredReaction[], string[]]>([
    ['of both sides are kept', [put(BY_US, '👍', 1), put(BY_CONTACT, '❤️', 2)], ['👍', '❤️']],
    ['replace what the same person put', [put(BY_US, '👍', 1), put(BY_US, '😂', 2)], ['😂']],
    ['are taken back', [put(BY_US, '👍', 1), put(BY_US, '', 2)], []],
    ['are not forbidden by one that was never here', [put(BY_US, '', 2), put(BY_US, '👍', 1)], ['👍']],
    ['stay removed', [put(BY_US, '👍', 1), put(BY_US, '', 3), put(BY_US, '👍', 2)], []],
    [
      'of one second follow their order',
      [put(BY_US, '👍', 1), put(BY_US, '', 1), put(BY_US, '🙏', 1)],
      ['🙏'],
    ],
  ])('%s', (_name, news, shown) => {
    expect(listShownReactions(after(...news)).map(({ emoji }) => emoji)).toEqual(shown)
  })

  it('of a person who had another alias replace that alias’s reaction', () => {
    const reactions = applyReaction([put('lid:77', '👍', 1)], put('phone:5511', '❤️', 2), ['lid:77'])
    expect(reactions).toEqual([put('phone:5511', '❤️', 2)])
  })

  it('change nothing when said again', () => {
    expect(applyReaction([put(BY_US, '👍', 1)], put(BY_US, '👍', 2))).toBeUndefined()
    expect(applyReaction([], put(BY_US, '', 2))).toBeUndefined()
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
