import { rm } from 'node:fs/promises'

import type { ConnectionView, SimulatorOutboundItem } from '@balcao/contracts'
import { temporaryFolder } from '@balcao/testkit'
import type { Browser } from 'playwright-core'

import { findFaults } from './axe'
import { launch, PHONE, signedIn, WIDE, type Agent } from './browser'
import { createApiCall, until, type Call } from './company'
import type { SpawnedDesk } from './spawn-desk'
import {
  accept,
  answer,
  findBubbles,
  acceptBoth,
  pendingInSales,
  findRow,
  logIn,
  showWaiting,
} from './ticket-screens'

const sizes = [
  ['a desk of 1440 px', WIDE, '5511933330001', '5511933330002'],
  ['a phone of 390 px', PHONE, '5511933330003', '5511933330004'],
] as const

/**
 * The story of the product in real browsers: a customer writes, one of two agents accepts and answers, the phone
 * gets the answer, the ticks come back; the slower agent sees who accepted. `start` starts a new desk on this folder with the
 * smallest demo and without rate limits.
 */
export function describeStory(start: (dataDir: string) => Promise<SpawnedDesk>): void {
  let dataDir: string
  let desk: SpawnedDesk
  let browser: Browser
  let network: Call
  let connection: ConnectionView

  const says = (number: string, name: string, body: string) =>
    network('post', '/simulator/inbound', { messages: [{ connection: connection.id, number, name, body }] })

  const phoneGot = (number: string, text: RegExp) =>
    until(
      async () => {
        const { body } = await network<{ items: SimulatorOutboundItem[] }>(
          'get',
          `/simulator/outbound?connection=${connection.id}`,
        )
        return body.items.find((item) => item.number === number && text.test(item.body))
      },
      `${number} to get ${String(text)}`,
    )

  beforeAll(async () => {
    dataDir = await temporaryFolder('story')
    desk = await start(dataDir)
    network = createApiCall(desk.url)
    const { call } = await logIn(desk.url, 'super@demo.local')
    const { body } = await call<ConnectionView[]>('get', '/whatsapp')
    connection = body[0]!
    // The test reports delivery and reading itself.
    await network('put', '/simulator/behaviour', { receipts: 'manual' })
    browser = await launch()
  }, 360_000)

  afterAll(async () => {
    await browser.close()
    await desk.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  describe.each(sizes)('on %s', (_name, viewport, number, contested) => {
    let ana: Agent
    let admin: Agent

    beforeAll(async () => {
      ana = await signedIn(browser, desk.url, 'ana@demo.local', viewport)
      admin = await signedIn(browser, desk.url, 'admin@demo.local', viewport)
    })

    afterAll(async () => {
      await ana.context.close()
      await admin.context.close()
    })

    it('carries a message from the phone to the agent and the answer back, with its ticks', async () => {
      const customer = `Cliente ${number.slice(-4)}`
      await showWaiting(desk.url, ana)
      await showWaiting(desk.url, admin)
      await says(number, customer, 'Oi, vocês entregam hoje?')
      await pendingInSales(desk.url, number)
      await findRow(ana, customer).waitFor()
      await findRow(admin, customer).waitFor()

      await accept(ana, customer)
      await findRow(admin, customer).waitFor({ state: 'detached' })

      const bubble = await answer(ana, 'Entregamos sim!')
      const reached = await phoneGot(number, /Entregamos sim!/)
      await bubble.getByRole('img', { name: 'Enviada' }).waitFor()
      expect(await bubble.count()).toBe(1)

      await network('post', '/simulator/receipts', { connection: connection.id, ids: [reached.id], ack: 2 })
      await bubble.getByRole('img', { name: 'Recebida' }).waitFor()
      await network('post', '/simulator/receipts', { connection: connection.id, ids: [reached.id], ack: 3 })
      await bubble.getByRole('img', { name: 'Lida' }).waitFor()
      expect(reached.sightings).toBe(1)

      await says(number, customer, 'Ótimo, obrigado!')
      await findBubbles(ana, 'Ótimo, obrigado!').waitFor()
    })

    it('tells the slower agent who was faster', async () => {
      const name = `Disputado ${contested.slice(-4)}`
      const writes = () => says(contested, name, 'Alguém aí?')
      const agents = { faster: ana, fasterName: /Ana/, slower: admin }
      await acceptBoth(desk.url, { name, number: contested, writes }, agents)
    })

    it('breaks no rule of axe and no page', async () => {
      expect(await findFaults(ana.page)).toEqual([])
      expect(ana.faults).toEqual([])
      expect(admin.faults).toEqual([])
    })
  })

  describe('a second login', () => {
    it('ends the first session on its open page', async () => {
      const first = await signedIn(browser, desk.url, 'bruno@demo.local', WIDE)
      await showWaiting(desk.url, first)
      await first.page.waitForLoadState('networkidle')
      // What comes after all was fetched came live: the socket is open.
      await says('5511933330009', 'Nádia Porto', 'Tem alguém aí?')
      await findRow(first, 'Nádia Porto').waitFor()
      const second = await signedIn(browser, desk.url, 'bruno@demo.local', WIDE)
      await first.page.getByText('Sua conta foi acessada em outro computador.').waitFor()
      await first.page.waitForURL(/\/login/)
      await first.context.close()
      await second.context.close()
    })
  })
}
