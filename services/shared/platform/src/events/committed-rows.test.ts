import { CommittedRows } from './committed-rows'
import { CaughtUp } from './caught-up'
import type { OutboxConnection } from './outbox-connection'
import type { UnsentRow } from './relay-window'

const row = (orderingKey: string, seq: number): UnsentRow => ({
  seq,
  schema: 'tickets',
  shard: 0,
  createdAt: '',
  topic: 'tickets',
  type: 'ticketChanged',
  eventId: String(seq),
  companyId: 1,
  orderingKey,
  body: {},
})

describe('committed rows', () => {
  const start = () => {
    const released: number[][] = []
    let uncertain = 0
    const rows = new CommittedRows(
      (some) => released.push(some.map(({ seq }) => seq)),
      () => (uncertain += 1),
    )
    return { rows, released, countUncertain: () => uncertain }
  }

  it('are released when their transaction has committed', () => {
    const { rows, released } = start()
    rows.append(['a', 'a']).ended('committed', [row('a', 1), row('a', 2)])
    expect(released).toEqual([[1, 2]])
  })

  it('wait for rows of their key that were appended before, and not for other keys', () => {
    const { rows, released } = start()
    const [first, second, other] = [rows.append(['a']), rows.append(['a', 'b']), rows.append(['c'])]
    second.ended('committed', [row('a', 2), row('b', 3)])
    other.ended('committed', [row('c', 4)])
    expect(released).toEqual([[3], [4]])
    first.ended('committed', [row('a', 1)])
    expect(released).toEqual([[3], [4], [1, 2]])
  })

  it('of a transaction that was rolled back are not released, and hold nothing up', () => {
    const { rows, released, countUncertain } = start()
    const [first, second] = [rows.append(['a']), rows.append(['a'])]
    second.ended('committed', [row('a', 2)])
    first.ended('rolled back', [row('a', 1)])
    expect([released, countUncertain()]).toEqual([[[2]], 0])
  })

  it('of a transaction that may have committed are told to be uncertain before later ones are released', () => {
    const { rows, released, countUncertain } = start()
    const [first, second] = [rows.append(['a']), rows.append(['a'])]
    second.ended('committed', [row('a', 2)])
    expect(countUncertain()).toBe(0)
    first.ended('unknown', [])
    expect([released, countUncertain()]).toEqual([[[2]], 1])
  })
})

describe('a relay', () => {
  const at = (oldest: bigint, next: bigint) =>
    ({ readTransactions: () => Promise.resolve({ oldest, next }) }) as OutboxConnection
  const read = async (caughtUp: CaughtUp, isAll: boolean, [oldest, next] = [10n, 10n]) => {
    await caughtUp.beginRead(at(oldest, next))
    return caughtUp.endRead(isAll)
  }

  it('publishes committed rows from memory after a read that left nothing', async () => {
    const caughtUp = new CaughtUp()
    expect(caughtUp.take([row('a', 1)])).toBeUndefined()
    await read(caughtUp, false)
    expect(caughtUp.take([row('a', 1)])).toBeUndefined()
    await read(caughtUp, true)
    expect(caughtUp.take([row('a', 1)])).toHaveLength(1)
    caughtUp.fallBehind()
    expect(caughtUp.take([row('a', 2)])).toBeUndefined()
  })

  it('publishes rows that were committed during a read after what the read found, unless it left some', async () => {
    const caughtUp = new CaughtUp()
    await caughtUp.beginRead(at(10n, 10n))
    expect(caughtUp.take([row('a', 1)])).toEqual([])
    expect(caughtUp.endRead(true)).toEqual([row('a', 1)])
    await caughtUp.beginRead(at(10n, 10n))
    caughtUp.take([row('a', 2)])
    expect(caughtUp.endRead(false)).toBeUndefined()
  })

  it('reads until the transactions that were open at its start have ended', async () => {
    const caughtUp = new CaughtUp()
    await read(caughtUp, true, [7n, 10n])
    expect(caughtUp.take([row('a', 1)])).toBeUndefined()
    await read(caughtUp, true, [9n, 12n])
    expect(caughtUp.take([row('a', 1)])).toBeUndefined()
    await read(caughtUp, true, [10n, 13n])
    expect(caughtUp.take([row('a', 1)])).toHaveLength(1)
  })

  it('reads again when a transaction ended unseen, also during a read', async () => {
    const caughtUp = new CaughtUp()
    const reading = caughtUp.beginRead(at(10n, 10n))
    caughtUp.reset()
    await reading
    caughtUp.endRead(true)
    expect(caughtUp.take([row('a', 1)])).toBeUndefined()
    await read(caughtUp, true, [11n, 12n])
    expect(caughtUp.take([row('a', 1)])).toBeUndefined()
  })
})
