import { planId } from '@balcao/contracts'

import type { Plan } from '../plans'
import { assertFits, computeDifferenceCents, listExceeded } from './plan-choice'

const plan: Plan = {
  id: planId(1),
  name: 'Plano 1',
  users: 10,
  connections: 3,
  queues: 5,
  valueCents: 3_000,
  apiMessagesPerMinute: 0,
  apiMessagesPerDay: 0,
  mediaMegabytes: 900,
  flags: {
    useCampaigns: true,
    useSchedules: true,
    useInternalChat: true,
    useExternalApi: true,
    useKanban: true,
    useOpenAi: true,
    useIntegrations: true,
  },
  offered: true,
}

describe('a plan', () => {
  it.each([
    [{ users: 10, connections: 3, queues: 5, mediaMegabytes: 900 }, []],
    [{ users: 11, connections: 3, queues: 5, mediaMegabytes: 900 }, ['users']],
    [{ users: 0, connections: 4, queues: 6, mediaMegabytes: 900 }, ['connections', 'queues']],
    [{ users: 0, connections: 0, queues: 0, mediaMegabytes: 901 }, ['mediaMegabytes']],
  ])('for a company with %j has too few %j', (usage, exceeded) => {
    expect(listExceeded(plan, usage)).toEqual(exceeded)
  })

  it.each([
    [
      { users: 11, connections: 9, queues: 9, mediaMegabytes: 900 },
      'ERR_PLAN_TOO_FEW_USERS: 11 in use, the plan has 10',
    ],
    [
      { users: 1, connections: 4, queues: 9, mediaMegabytes: 900 },
      'ERR_PLAN_TOO_FEW_CONNECTIONS: 4 in use, the plan has 3',
    ],
    [
      { users: 1, connections: 1, queues: 6, mediaMegabytes: 900 },
      'ERR_PLAN_TOO_FEW_QUEUES: 6 in use, the plan has 5',
    ],
  ])('refuses a company with %j: %s', (usage, error) => {
    expect(() => assertFits(plan, usage)).toThrow(error)
  })
})

it('a plan without a limit of media allows any', () => {
  const usage = { users: 0, connections: 0, queues: 0, mediaMegabytes: 1e9 }
  expect(listExceeded({ ...plan, mediaMegabytes: 0 }, usage)).toEqual([])
})

describe('the difference for days that are paid already', () => {
  const now = new Date('2026-11-10T12:00:00Z')
  const price = (present: number | undefined, chosen: number, dueAt: string) =>
    computeDifferenceCents(
      present === undefined ? undefined : { ...plan, valueCents: present },
      { ...plan, valueCents: chosen },
      { dueAt: new Date(dueAt), now },
    )

  it.each([
    ['ten of thirty days on a dearer plan', 3_000, 9_000, '2026-11-20T12:00:00Z', 2_000],
    ['a year on a dearer plan', 3_000, 9_000, '2027-11-05T12:00:00Z', 72_000],
    ['days on a plan without price', 0, 9_000, '2026-11-20T12:00:00Z', 3_000],
    ['days on an unknown plan', undefined, 9_000, '2026-11-20T12:00:00Z', 3_000],
    ['a part of a cent, rounded', 1_000, 1_001, '2026-11-25T12:00:00Z', 1],
    ['a cheaper plan', 9_000, 3_000, '2026-11-20T12:00:00Z', 0],
    ['an equal plan', 3_000, 3_000, '2026-11-20T12:00:00Z', 0],
    ['the three days of a trial', 3_000, 9_000, '2026-11-13T23:00:00Z', 0],
    ['four days', 3_000, 9_000, '2026-11-14T12:00:00Z', 800],
    ['past the due date', 3_000, 9_000, '2026-11-01T12:00:00Z', 0],
  ])('%s', (_what, present, chosen, dueAt, cents) => {
    expect(price(present, chosen, dueAt)).toBe(cents)
  })
})
