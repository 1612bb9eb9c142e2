import { companyId } from '@balcao/contracts'

import { toMediaUsageView } from './media-usage'

const MEGABYTE = 1024 * 1024
const now = new Date('2026-11-24T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

it.each([
  [
    'a file was refused now',
    { usedBytes: MEGABYTE - 5, refusedAt: now, refusedBytes: 6, mediaMegabytes: 1 },
    true,
  ],
  [
    'a waiting file was refused again',
    { usedBytes: MEGABYTE, refusedAt: minutesAgo(9), refusedBytes: 1, mediaMegabytes: 1 },
    true,
  ],
  [
    'nothing was refused',
    { usedBytes: MEGABYTE, refusedAt: null, refusedBytes: 0, mediaMegabytes: 1 },
    false,
  ],
  [
    'the refusal is long ago',
    { usedBytes: MEGABYTE, refusedAt: minutesAgo(10), refusedBytes: 1, mediaMegabytes: 1 },
    false,
  ],
  [
    'there is space for it again',
    { usedBytes: MEGABYTE - 6, refusedAt: now, refusedBytes: 6, mediaMegabytes: 1 },
    false,
  ],
  [
    'the plan has no limit any more',
    { usedBytes: MEGABYTE, refusedAt: now, refusedBytes: 6, mediaMegabytes: 0 },
    false,
  ],
])('a company where %s: full %s', (_what, usage, isFull) =>
  expect(toMediaUsageView({ companyId: companyId(1), isCounted: true, ...usage }, now).isFull).toBe(isFull),
)
