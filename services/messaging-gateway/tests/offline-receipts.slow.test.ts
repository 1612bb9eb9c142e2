import { waitFor } from '@balcao/testkit'

import { Desk, PATIENCE_MS } from './bad-network-desk'

const RECEIPTS = 5_000

/** The receipts that a number with campaigns receives after a night without network. */
describe('a socket that reconnects to thousands of receipts', () => {
  let desk: Desk

  beforeEach(async () => void (desk = await Desk.open({ network: { settings: { autoReceipts: 'none' } } })))
  afterEach(() => desk.close())

  it('takes all of them over, and what is written meanwhile besides', async () => {
    const account = desk.wa.account('5511940000001')
    const ana = desk.wa.contact('5511999990001', { name: 'Ana' })
    const id = await desk.link(account)
    const ours = await desk.sends(id, ana, 'bom dia')
    const { wa_id: waId } = await waitFor(async () => {
      const row = await desk.outbound(ours)
      return row.state === 'ACCEPTED' ? row : undefined
    }, PATIENCE_MS)
    desk.wa.faults.refuseConnects = 1
    desk.wa.disconnect(account)
    await desk.is(id, { status: 'OPENING' })
    for (let n = 1; n < RECEIPTS; n++) ana.receipt(account, [`3EB0${n}`], n % 2 ? 'delivery' : 'read')
    ana.receipt(account, [waId], 'read')
    await desk.isConnected(id)
    await desk.talks(id, account, ana, 'oi')
    await waitFor(async () => (await desk.outbound(ours)).state === 'READ', 3 * PATIENCE_MS)
    await waitFor(() => account.device.pending.length === 0, 3 * PATIENCE_MS)
    expect(account.ledger.connections.filter(({ wasReplaced }) => wasReplaced)).toEqual([])
  })
})
