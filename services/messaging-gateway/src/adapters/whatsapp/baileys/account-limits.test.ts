import { toNewChatLimit } from './account-limits'

describe('what the server says of new chats', () => {
  const end = { cycle_end_timestamp: '1772366400' }
  const until = new Date('2026-03-01T12:00:00Z')
  it.each([
    ['nothing', {}, false, undefined, undefined],
    ['no quota', { total_quota: -1, used_quota: 0 }, false, undefined, undefined],
    ['a quota', { total_quota: 100, used_quota: 7, ...end }, false, until, { total: 100, used: 7 }],
    ['a quota as text', { total_quota: '100', used_quota: '7' }, false, undefined, { total: 100, used: 7 }],
    [
      'a warning',
      { capping_status: 'SECOND_WARNING', total_quota: 10, used_quota: 9 },
      false,
      undefined,
      { total: 10, used: 9 },
    ],
    [
      'the end of it',
      { capping_status: 'CAPPED', total_quota: 10, used_quota: 10, ...end },
      true,
      until,
      { total: 10, used: 10 },
    ],
  ])('%s', (_what, info, isUsedUp, ends, quota) =>
    expect(toNewChatLimit(info as never)).toEqual({ kind: 'new-chats', isUsedUp, until: ends, quota }),
  )
})
