import type { ConnectionView } from '@balcao/contracts'
import { waitFor, type TestDatabase } from '@balcao/testkit'

import type { SessionRequest, WhatsAppDriver } from '../src/features/whatsapp-driver'
import { scriptedDriver } from './scripted-callbacks'
import { asksToSend, gatewayDatabase, messageUuid, people, startGateway, type Gateway } from './support'

/* While the database renews leases too slowly, sessions are suspended; frames that arrive meanwhile must not be lost. */

let pg: TestDatabase
let gateway: Gateway
let isSuspended: boolean
let opened: SessionRequest[]
let sent: string[]
let statuses: () => Promise<string[]>

const scripted = scriptedDriver({
  send: (message) => {
    sent.push(message.body)
    return Promise.resolve()
  },
})

/** The first session of each test opens under a lease that is not renewed. */
const driver: WhatsAppDriver = {
  ...scripted.driver,
  open: (request) => {
    opened.push(request)
    if (opened.length === 1) Object.defineProperty(request.lease, 'isSuspended', { get: () => isSuspended })
    return scripted.driver.open(request)
  },
}

beforeEach(async () => {
  ;[isSuspended, opened, sent] = [true, [], []]
  pg = await gatewayDatabase()
  gateway = await startGateway(pg, { tuning: { drivers: [driver] } })
  const { admin } = await people(pg, gateway.url)
  await admin<ConnectionView>('POST', '/whatsapp', { name: 'Loja' })
  statuses = async () =>
    (await admin<ConnectionView[]>('GET', '/whatsapp')).body.map(({ status }) => status ?? '')
  await waitFor(() => opened.length === 1)
})

afterEach(() => pg.close())

it('is connected once the lease holds again, and sends what waits', async () => {
  const connectionId = Number(opened[0]?.connectionId)
  await asksToSend(gateway, { messageId: messageUuid(1), connectionId, number: '5511999990001', body: 'oi' })
  expect([await statuses(), sent]).toEqual([['OPENING'], []])
  isSuspended = false
  await waitFor(async () => (await statuses())[0] === 'CONNECTED')
  await waitFor(() => sent.length === 1)
})

it('is over when its line ended meanwhile, and comes back', async () => {
  await scripted
    .callbacksFor(Number(opened[0]?.connectionId))
    .session({ kind: 'closed', reason: 'restart-required' })
  await waitFor(() => opened.length === 2)
})
