import type { ConnectionView, LanesAnswer } from '@balcao/contracts'
import { waitFor } from '@balcao/testkit'

import { Desk, PATIENCE_MS } from './bad-network-desk'
import type { Account, Contact } from './fake-whatsapp'
import { toSeconds, notifyCapping, notifyTimeLock } from './fake-whatsapp/account-limits'

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Math.floor(Date.now() / 1_000) * 1_000 + hours * HOUR_MS)

/** WhatsApp's limits on new chats of an account: time lock and quota. */
describe('an account', () => {
  let desk: Desk
  let account: Account
  let ana: Contact
  let id: number

  const open = async (settings: object = {}) => {
    desk = await Desk.open({ network: { settings } })
    account = desk.wa.account('5511940000001')
    id = await desk.link(account)
    ana = desk.wa.contact('5511999990001')
  }
  afterEach(() => desk.close())

  const held = async () => (await desk.admin<ConnectionView>('GET', `/whatsapp/${id}`)).body.newChatsHeld
  const lanes = async () => (await desk.admin<LanesAnswer>('GET', `/whatsapp/${id}/lanes`)).body
  const isHeld = (why: string, until: Date) =>
    waitFor(async () => {
      expect(await held()).toEqual({ why, until: until.toISOString() })
      return true
    }, PATIENCE_MS)
  const isFree = () => waitFor(async () => (await held()) === null, PATIENCE_MS)
  const state = async (messageId: string) => (await desk.outbound(messageId)).state

  it('that is locked begins no chats until the lock’s end, and sooner when it is lifted', async () => {
    await open()
    await ana.text(account, 'bom dia')
    await desk.has(id, ana, ['bom dia'])
    const until = inHours(5)
    notifyTimeLock(account, until)
    await isHeld('restricted', until)
    expect((await lanes()).pausedUntil).toBe(until.toISOString())
    const waiting = await desk.sends(id, desk.wa.contact('5511999990002'), 'oi')
    await desk.sends(id, ana, 'olá')
    await desk.shows(account, ana, ['olá'])
    expect(await state(waiting)).toBe('QUEUED')
    notifyTimeLock(account, undefined)
    await isFree()
    await waitFor(async () => (await state(waiting)) === 'DELIVERED', PATIENCE_MS)
    expect((await lanes()).pausedUntil).toBeNull()
  })

  it('whose quota is used up begins no chats in this cycle, and says how much it has had', async () => {
    await open()
    const until = inHours(30)
    const cycle = { total_quota: '100', used_quota: '100', cycle_end_timestamp: toSeconds(until) }
    notifyCapping(account, { capping_status: 'CAPPED', ...cycle })
    await isHeld('account-cap', until)
    expect((await lanes()).newChats).toMatchObject({ quota: { total: 100, used: 100 } })
    const waiting = await desk.sends(id, ana, 'oi')
    await ana.text(account, 'eu primeiro')
    await waitFor(async () => (await state(waiting)) === 'DELIVERED', PATIENCE_MS)
    notifyCapping(account, { capping_status: 'NONE', ...cycle, used_quota: '0' })
    await isFree()
  })

  it('is asked for its limits when it connects, after a restart too', async () => {
    const until = inHours(3)
    await open({ timeLockedUntil: until, capping: { total_quota: '50', used_quota: '7' } })
    await isHeld('restricted', until)
    await waitFor(async () => (await lanes()).newChats.quota?.used === 7, PATIENCE_MS)
    desk.wa.settings.timeLockedUntil = undefined
    await desk.restart()
    await isFree()
  })

  it('that says nothing of a quota has none', async () => {
    await open()
    await desk.talks(id, account, ana, 'oi')
    expect((await lanes()).newChats).toMatchObject({ quota: null, hold: null })
  })
})
