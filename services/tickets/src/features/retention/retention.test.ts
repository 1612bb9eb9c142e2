import { findCutOff, findNextRun, planPeriods, requireFilesWithinMessages, toMonths } from './retention'

const SAO_PAULO = 'America/Sao_Paulo'
const at = (text: string) => new Date(text)

describe('the time before which closed tickets are erased', () => {
  it.each([
    // São Paulo is three hours behind, all year.
    ['the same day of the month', 6, '2026-11-28T12:00:00Z', SAO_PAULO, '2026-05-28T03:00:00Z'],
    ['over a new year', 12, '2026-11-28T12:00:00Z', SAO_PAULO, '2025-11-28T03:00:00Z'],
    ['ten years', 120, '2026-11-28T12:00:00Z', SAO_PAULO, '2016-11-28T02:00:00Z'],
    ['the last day of a shorter month', 1, '2026-03-31T12:00:00Z', SAO_PAULO, '2026-02-28T03:00:00Z'],
    ['a leap day', 12, '2028-02-29T12:00:00Z', SAO_PAULO, '2027-02-28T03:00:00Z'],
    ['to a leap day', 1, '2028-03-30T12:00:00Z', SAO_PAULO, '2028-02-29T03:00:00Z'],
    ['still yesterday there', 1, '2026-11-28T02:59:59Z', SAO_PAULO, '2026-10-27T03:00:00Z'],
    ['already today there', 1, '2026-11-28T03:00:00Z', SAO_PAULO, '2026-10-28T03:00:00Z'],
    ['already tomorrow there', 1, '2026-11-28T12:00:00Z', 'Pacific/Auckland', '2026-10-28T11:00:00Z'],
    // Lisbon was an hour ahead in June.
    ['in summer time', 5, '2026-11-28T12:00:00Z', 'Europe/Lisbon', '2026-06-27T23:00:00Z'],
  ])('is midnight: %s', (_name, months, now, zone, cutOff) =>
    expect(findCutOff(months, at(now), zone)).toEqual(at(cutOff)),
  )

  it('is later with fewer months', () => {
    const cutOffs = Array.from({ length: 120 }, (_, index) =>
      findCutOff(index + 1, at('2026-03-31T12:00:00Z'), SAO_PAULO).getTime(),
    )
    expect(cutOffs).toEqual(cutOffs.toSorted((one, other) => other - one))
  })
})

describe('the next run', () => {
  it.each([
    ['2026-11-28T02:59:59Z', SAO_PAULO, '2026-11-28T03:00:00Z'],
    ['2026-11-28T03:00:00Z', SAO_PAULO, '2026-11-29T03:00:00Z'],
    ['2026-12-31T12:00:00Z', 'Europe/Lisbon', '2027-01-01T00:00:00Z'],
    // A day of 23 hours.
    ['2026-03-29T12:00:00Z', 'Europe/Lisbon', '2026-03-29T23:00:00Z'],
  ])('after %s in %s begins at %s', (now, zone, next) => expect(findNextRun(at(now), zone)).toEqual(at(next)))
})

describe('what is erased', () => {
  const now = at('2026-11-28T12:00:00Z')
  const [sixAgo, twoAgo] = [at('2026-05-28T03:00:00Z'), at('2026-09-28T03:00:00Z')]

  it.each([
    ['nothing', [null, null, null], {}],
    ['messages with their files', [6, null, null], { messages: { from: undefined, before: sixAgo } }],
    ['files alone', [null, 2, null], { media: { from: undefined, before: twoAgo } }],
    [
      'files of the messages that stay',
      [6, 2, null],
      { messages: { from: undefined, before: sixAgo }, media: { from: sixAgo, before: twoAgo } },
    ],
    ['what was written in internal chats', [null, null, 2], { chats: { from: undefined, before: twoAgo } }],
  ])('is %s', (_name, [messagesMonths = null, mediaMonths = null, chatsMonths = null], periods) =>
    expect(planPeriods({ messagesMonths, mediaMonths, chatsMonths }, now, SAO_PAULO)).toEqual(periods),
  )

  it.each([
    [6, 7, false],
    [6, 6, true],
    [6, 2, true],
    [null, 120, true],
    [1, null, true],
  ])('may be messages after %s months and files after %s: %s', (messagesMonths, mediaMonths, isAllowed) => {
    const check = () => requireFilesWithinMessages({ messagesMonths, mediaMonths, chatsMonths: null })
    if (isAllowed) expect(check).not.toThrow()
    else expect(check).toThrow('ERR_VALIDATION')
  })

  it('is nothing without rules', () =>
    expect(toMonths([{ kind: 'media', months: 3 }])).toEqual({
      messagesMonths: null,
      mediaMonths: 3,
      chatsMonths: null,
    }))
})
