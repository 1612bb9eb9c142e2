import { findRetentionFaults, isShorter, toRetentionMonths, toRetentionValues } from './retention-values'

describe('the months that are typed', () => {
  it('are empty for what is kept', () => {
    const months = { messagesMonths: 12, mediaMonths: null, chatsMonths: 6 }
    expect(toRetentionValues(months)).toEqual({ messagesMonths: '12', mediaMonths: '', chatsMonths: '6' })
    expect(toRetentionMonths({ messagesMonths: ' 12 ', mediaMonths: ' ', chatsMonths: '6' })).toEqual(months)
  })

  it.each([
    ['', '', '', {}],
    ['12', '6', '', {}],
    ['12', '12', '24', {}],
    ['', '120', '', {}],
    ['1', '', '1', {}],
    ['0', '', '', { messagesMonths: 'months' }],
    ['121', '1,5', '0', { messagesMonths: 'months', mediaMonths: 'months', chatsMonths: 'months' }],
    ['um ano', '6', '', { messagesMonths: 'months' }],
    ['1e2', '', '', { messagesMonths: 'months' }],
    ['6', '7', '', { mediaMonths: 'order' }],
  ])('%s of messages, %s of files and %s of chats: %j', (messagesMonths, mediaMonths, chatsMonths, faults) =>
    expect(findRetentionFaults({ messagesMonths, mediaMonths, chatsMonths })).toEqual(faults),
  )

  const kept = { messagesMonths: null, mediaMonths: null, chatsMonths: null }

  it.each([
    [null, 12, true],
    [12, 6, true],
    [6, 6, false],
    [6, 12, false],
    [6, null, false],
    [null, null, false],
  ])('from %s to %s keep less: %s', (before, after, shorter) => {
    for (const field of ['messagesMonths', 'mediaMonths', 'chatsMonths'])
      expect(isShorter({ ...kept, [field]: before }, { ...kept, [field]: after })).toBe(shorter)
  })
})
