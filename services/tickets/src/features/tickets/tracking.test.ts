import { connectionId, messageId, queueId, userId } from '@balcao/contracts'

import { isAgentAnswer, trackChange } from './tracking'

const now = new Date('2026-11-20T15:00:00Z')
const base = { connectionId: connectionId(1), ratingAt: null }
const waiting = { ...base, status: 'pending' as const, queueId: queueId(1), userId: null }
const served = { ...base, status: 'open' as const, queueId: queueId(1), userId: userId(3) }
const closed = { ...served, status: 'closed' as const }

describe('the tracking of a service', () => {
  it.each([
    ['begins with a new ticket', undefined, waiting, { begins: true, queuedAt: now, startedAt: null }],
    [
      'begins when a closed ticket waits again',
      closed,
      waiting,
      { begins: true, queuedAt: now, userId: null },
    ],
    [
      'begins and starts when an agent reopens',
      closed,
      served,
      { begins: true, queuedAt: now, startedAt: now },
    ],
    [
      'starts with the accept',
      waiting,
      served,
      { begins: false, queuedAt: undefined, startedAt: now, userId: 3 },
    ],
    ['waits anew when it is returned', served, waiting, { queuedAt: now, startedAt: null, userId: null }],
    [
      'waits anew in another queue',
      waiting,
      { ...waiting, queueId: queueId(2) },
      { queuedAt: now, queueId: 2, begins: false },
    ],
    [
      'keeps its times when another agent gets it',
      served,
      { ...served, userId: userId(4) },
      { userId: 4, queuedAt: undefined, startedAt: undefined, finishedAt: undefined },
    ],
    ['ends with the closing', served, closed, { finishedAt: now, startedAt: undefined, ratingAt: undefined }],
    ['knows that a rating was asked for', served, { ...closed, ratingAt: now }, { ratingAt: now }],
  ])('%s', (_, before, after, expected) => {
    expect(trackChange(before, after, now)).toMatchObject(expected)
  })
  it.each([
    ['a message', waiting, waiting],
    ['a message in a closed ticket', closed, closed],
    ['a rating of a closed ticket', { ...closed, ratingAt: now }, closed],
  ])('is not changed by %s', (_, before, after) => expect(trackChange(before, after, now)).toBeUndefined())
})

describe('an agent’s answer', () => {
  type Said = Parameters<typeof isAgentAnswer>[0]
  const said = (id: string, fromMe: boolean, by?: number): Said => ({
    lastMessage: {
      id: messageId(id),
      text: '',
      kind: 'chat',
      fromMe,
      ack: 0,
      at: now,
      userId: by === undefined ? null : userId(by),
    },
  })
  const customers = said('a', false)
  it.each<[string, Said, Said, boolean]>([
    ['follows the customer’s words', customers, said('b', true, 3), true],
    ['follows the bot’s words', said('a', true), said('b', true, 3), true],
    ['is the first message of a ticket', { lastMessage: null }, said('b', true, 3), true],
    ['is not the bot’s', customers, said('b', true), false],
    ['is not the customer’s', said('a', true, 3), said('b', false), false],
    ['is not the second in a row', said('a', true, 3), said('b', true, 4), false],
    ['is not a change of it', said('a', true, 3), said('a', true, 3), false],
  ])('%s: %#', (_, before, after, expected) => expect(isAgentAnswer(before, after)).toBe(expected))
})
