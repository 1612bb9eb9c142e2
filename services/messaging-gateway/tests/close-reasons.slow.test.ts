import { waitFor } from '@balcao/testkit'

import { Desk, PATIENCE_MS } from './bad-network-desk'
import { SCHEMA } from './support'

const OURS = '5511940000001'
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

describe('a linked number', () => {
  let desk: Desk
  let id: number

  beforeEach(async () => {
    desk = await Desk.open()
    id = await desk.link(desk.wa.account(OURS))
  })
  afterEach(() => desk.close())

  const account = () => desk.wa.account(OURS)
  const minutesUntilRetry = async () => {
    const { retry_at: at } = await desk.row(id)
    return at === null ? null : (at.getTime() - Date.now()) / MINUTE_MS
  }
  const logins = () => desk.wa.ledger.handshakes.length

  it.each([403, 406])('that is banned for good (%i) rests and keeps no credentials', async (reason) => {
    desk.wa.faults.failLogins(reason)
    desk.wa.disconnect(account())
    const rested = { wanted: false, retry_at: null, number: '' }
    await desk.is(id, { status: 'DISCONNECTED', last_end: 'banned', ...rested })
    expect(
      await desk.pg.sql(`SELECT 1 FROM ${SCHEMA}.signal_secrets WHERE connection_id = $1`, [id]),
    ).toEqual([])
  })

  it('that is banned for an hour says so and waits for it, in the next process too', async () => {
    desk.wa.faults.failLogins(402, { expireSeconds: 3_600 })
    desk.wa.disconnect(account())
    await desk.is(id, { status: 'DISCONNECTED', last_end: 'temporarily-banned', wanted: true, number: OURS })
    const minutes = await minutesUntilRetry()
    expect(minutes).toBeGreaterThan(59)
    expect(minutes).toBeLessThan(63)
    const { body } = await desk.admin<{ retryAt: string; lastEnd: string }>('GET', `/whatsapp/${id}`)
    expect(body.lastEnd).toBe('temporarily-banned')
    expect(Date.parse(body.retryAt) - Date.now()).toBeGreaterThan(HOUR_MS - MINUTE_MS)
    const before = logins()
    await desk.restart()
    await waitFor(async () => {
      const [row] = await desk.pg.sql(
        `SELECT 1 FROM ${SCHEMA}.session_lease WHERE name = $1 AND owner IS NOT NULL`,
        [`session:${id}`],
      )
      return row !== undefined
    }, PATIENCE_MS)
    await desk.is(id, { status: 'DISCONNECTED', last_end: 'temporarily-banned' })
    expect(logins()).toBe(before)
    await desk.admin('POST', `/whatsappsession/${id}`, {})
    await desk.is(id, { status: 'CONNECTED', last_end: '', retry_at: null })
    expect(logins()).toBe(before + 1)
  })

  it.each([405, 409])('whose client is outdated (%i) says so and retries slowly', async (reason) => {
    desk.wa.faults.failLogins(reason)
    desk.wa.disconnect(account())
    await desk.is(id, { status: 'DISCONNECTED', last_end: 'outdated', wanted: true, number: OURS })
    expect(await minutesUntilRetry()).toBeGreaterThan(4)
  })

  it.each([
    [500, 'bad-session'],
    [503, 'lost'],
  ] as const)('whose stream ends with %i (%s) comes back with its credentials', async (code, end) => {
    desk.wa.kick(account(), code)
    await desk.is(id, { last_end: end })
    await desk.is(id, { status: 'CONNECTED', last_end: '', number: OURS })
  })

  it('whose phone cannot link devices (411) rests', async () => {
    desk.wa.kick(account(), 411)
    await desk.is(id, { status: 'DISCONNECTED', last_end: 'multidevice-mismatch', wanted: false })
  })

  it('that another copy takes three times asks a person', async () => {
    for (let time = 1; time < 3; time++) {
      const before = logins()
      desk.wa.kick(account(), 440)
      await waitFor(() => logins() > before, PATIENCE_MS)
      await desk.isConnected(id)
    }
    desk.wa.kick(account(), 440)
    await desk.is(id, { status: 'DISCONNECTED', last_end: 'held-elsewhere', wanted: false, number: OURS })
    const ends = await desk.pg.sql(
      `SELECT reason FROM ${SCHEMA}.session_ends WHERE company_id = 1 ORDER BY id`,
    )
    expect(ends).toEqual([{ reason: 'replaced' }, { reason: 'replaced' }, { reason: 'replaced' }])
    await desk.admin('POST', `/whatsappsession/${id}`, {})
    await desk.isConnected(id)
  })
})
