import { findRetentionFaults, isShorter, toRetentionMonths, toRetentionValues } from './retention-values'

describe('the months that are typed', () => {
  it('are empty for what is kept', () => {
    const months = { messagesMonths: 12, mediaMonths: null }
    expect(toRetentionValues(months)).toEqual({ messagesMonths: '12', mediaMonths: '' })
    expect(toRetentionMonths({ messagesMonths: ' 12 ', mediaMonths: ' ' })).toEqual(months)
  })

  it.each([
    ['', '', {}],
    ['12', '6', {}],
    ['12', '12', {}],
    ['', '120', {}],
    ['1', '', {}],
    ['0', '', { messagesMonths: 'months' }],
    ['121', '1,5', { messagesMonths: 'months', mediaMonths: 'months' }],
    ['um ano', '6', { messagesMonths: 'months' }],
    ['1e2', '', { messagesMonths: 'months' }],
    ['6', '7', { mediaMonths: 'order' }],
  ])('%s of messages and %s of files: %j', (messagesMonths, mediaMonths, faults) =>
    expect(findRetentionFaults({ messagesMonths, mediaMonths })).toEqual(faults),
  )

  it.each([
    [null, 12, true],
    [12, 6, true],
    [6, 6, false],
    [6, 12, false],
    [6, null, false],
    [null, null, false],
  ])('from %s to %s keep less: %s', (before, after, shorter) => {
    expect(
      isShorter({ messagesMonths: before, mediaMonths: null }, { messagesMonths: after, mediaMonths: null }),
    ).toBe(shorter)
    expect(
      isShorter({ messagesMonths: null, mediaMonths: before }, { messagesMonths: null, mediaMonths: after }),
    ).toBe(shorter)
  })
})
