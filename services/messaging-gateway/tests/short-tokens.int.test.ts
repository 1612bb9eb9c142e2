import type { ConnectionView } from '@balcao/contracts'
import type { TestDatabase } from '@balcao/testkit'

import { caller, gatewayDatabase, people, startGateway, type Caller, type Gateway } from './support'

const GUESSES = 60
const SHORT = 'loja-1'
const LONG = 'k'.repeat(32)

describe('short tokens of the send API', () => {
  let pg: TestDatabase
  let gateway: Gateway
  let admin: Caller
  let foreigner: Caller

  beforeAll(async () => {
    pg = await gatewayDatabase()
  })

  beforeEach(async () => {
    await pg.sql('DELETE FROM messaging_gateway.connections')
    gateway = await startGateway(pg, {
      idle: true,
      rateFactor: 1,
      rpc: { tickets: { sendToContact: async () => ({ ticketId: 1, messages: [{ id: 'm' }] }) as never } },
    })
    const made = await people(pg, gateway.url)
    admin = made.admin
    foreigner = made.foreigner
    await admin('POST', '/whatsapp', { name: 'Curta', token: SHORT })
    await admin('POST', '/whatsapp', { name: 'Longa', token: LONG })
  })
  afterEach(() => gateway.stop())

  /* An empty body is refused only after the token was accepted. */
  const show = async (token: string) =>
    (await caller(gateway.url, token)('POST', '/api/messages/send', {})).status

  it('send as long ones do', async () => {
    expect([await show(SHORT), await show(LONG)]).toEqual([400, 400])
    for (let count = 0; count < 2 * GUESSES; count += 1) expect(await show(SHORT)).toBe(400)
  })

  it('are guessed sixty times in a quarter of an hour, and long ones go on meanwhile', async () => {
    for (let guess = 0; guess < GUESSES; guess += 1) expect(await show(`loja-${guess + 2}`)).toBe(401)
    expect(await show('loja-99')).toBe(429)
    // The right guess, too.
    expect(await show(SHORT)).toBe(429)
    expect(await show(LONG)).toBe(400)
    expect(await show('w'.repeat(64))).toBe(401)
  })

  it('cannot be found out by entering them: a company has as many tries, others theirs', async () => {
    const enter = async (as: Caller, token: string) => {
      const { status, body } = await as<{ error?: string }>('POST', '/whatsapp', { name: 'Outra', token })
      return [status, body.error]
    }
    for (let guess = 0; guess < GUESSES; guess += 1)
      expect(await enter(foreigner, SHORT)).toEqual([400, 'ERR_VALIDATION'])
    expect(await enter(foreigner, 'free-1')).toEqual([429, 'ERR_TOO_MANY_REQUESTS'])
    expect((await enter(foreigner, 'f'.repeat(32)))[0]).toBe(200)
    const { id } = (await admin<ConnectionView>('POST', '/whatsapp', { name: 'Mais uma' })).body
    expect((await admin('PUT', `/whatsapp/${id}`, { token: 'loja-2' })).status).toBe(200)
  })
})
