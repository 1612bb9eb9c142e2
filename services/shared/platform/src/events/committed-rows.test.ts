import { CommittedRows } from './committed-rows'
import { CaughtUp } from './caught-up'
import type { OutboxConnection } from './outbox-connection'
import type { UnsentRow } from './relay-window'

const row = (orderingKey: string, seq: number, companyId = 1): UnsentRow => ({
  seq,
  schema: 'tickets',
  shard: 0,
  createdAt: '',
  topic: 'tickets',
  type: 'ticketChanged',
  eventId: String(seq),
  companyId,
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
  /* Of company 1, unless it leaves some of it. */
  const read = async (caughtUp: CaughtUp, left: number[] = [], [oldest, next] = [10n, 10n]) => {
    await caughtUp.beginRead(at(oldest, next))
    caughtUp.fallBehind(left)
    return caughtUp.endRead()
  }
  const published = [row('a', 1)]
  const toRead = { rows: [], isAll: false }
  const all = { rows: published, isAll: true }

  it('publishes committed rows from memory after a read that left nothing of their company', async () => {
    const caughtUp = new CaughtUp()
    expect(caughtUp.take(published)).toEqual(toRead)
    await read(caughtUp, [1])
    expect(caughtUp.take(published)).toEqual(toRead)
    await read(caughtUp, [2])
    expect(caughtUp.take(published)).toEqual(all)
    expect(caughtUp.take([row('b', 2, 2), row('a', 3)])).toEqual({ rows: [row('a', 3)], isAll: false })
    caughtUp.fallBehind([1])
    expect(caughtUp.take(published)).toEqual(toRead)
    await read(caughtUp)
    caughtUp.fallBehind()
    expect(caughtUp.take(published)).toEqual(toRead)
  })

  it('publishes rows that were committed during a read after what the read found, unless it left some', async () => {
    const caughtUp = new CaughtUp()
    const during = async (left?: number[]) => {
      await caughtUp.beginRead(at(10n, 10n))
      expect(caughtUp.take(published)).toEqual({ rows: [], isAll: true })
      caughtUp.fallBehind(left)
      return caughtUp.endRead()
    }
    expect(await during([])).toEqual(all)
    expect(await during([2])).toEqual(all)
    expect(await during([1])).toEqual(toRead)
    expect(await during(undefined)).toEqual(toRead)
  })

  it('reads until the transactions that were open at its start have ended', async () => {
    const caughtUp = new CaughtUp()
    await read(caughtUp, [], [7n, 10n])
    expect(caughtUp.take(published)).toEqual(toRead)
    await read(caughtUp, [], [9n, 12n])
    expect(caughtUp.take(published)).toEqual(toRead)
    await read(caughtUp, [], [10n, 13n])
    expect(caughtUp.take(published)).toEqual(all)
  })

  it('reads again when a transaction ended unseen, also during a read', async () => {
    const caughtUp = new CaughtUp()
    const reading = caughtUp.beginRead(at(10n, 10n))
    caughtUp.reset()
    await reading
    expect(caughtUp.endRead()).toEqual(toRead)
    expect(caughtUp.take(published)).toEqual(toRead)
    // What was open then is not known to have ended.
    await read(caughtUp, [], [11n, 12n])
    expect(caughtUp.take(published)).toEqual(toRead)
  })
})
