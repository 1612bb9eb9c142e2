import { companyId } from '@balcao/contracts'
import { waitFor } from '@balcao/testkit'
import type { BinaryNode } from '@whiskeysockets/baileys'

import { PgErasureStore } from '../src/adapters/postgres/pg-erasure-store'
import { Desk, PATIENCE_MS } from './bad-network-desk'
import type { Account, Contact } from './fake-whatsapp'
import { findChild } from './fake-whatsapp/stanza'
import { SCHEMA } from './support'

const OURS = '5511940000001'
const ANA = { number: '5511999990001', lid: '77000000000001' }
const TOKEN = Buffer.from('0123456789')

/** Messages to a network that refuses (463) messages without the contact's token. */
describe('a message that needs a token', () => {
  let desk: Desk
  let account: Account
  let ana: Contact
  let id: number
  let messages: BinaryNode[]

  beforeEach(async () => {
    messages = []
    const watch = (direction: 'in' | 'out', node: BinaryNode) => {
      if (direction === 'in' && node.tag === 'message' && node.attrs['category'] !== 'peer')
        messages.push(node)
    }
    desk = await Desk.open({
      network: { watch, settings: { requiresTokens: true } },
      // On a busy machine a slow answer must not cause a second send.
      gateway: { tuning: { outboundTimes: { acceptWithinMs: 25_000 } } },
    })
    account = desk.wa.account(OURS)
    id = await desk.link(account)
    ana = desk.wa.contact(ANA.number, { lid: ANA.lid })
  })
  afterEach(() => desk.close())

  const ends = (messageId: string, state: string) =>
    waitFor(async () => (await desk.outbound(messageId)).state === state, PATIENCE_MS)
  const tokenIds = async () =>
    (
      await desk.pg.sql<{ id: string }>(
        `SELECT id FROM ${SCHEMA}.signal_secrets WHERE type = 'tctoken' ORDER BY id`,
      )
    ).map((row) => row.id)

  it('carries it when the contact has given one', async () => {
    ana.trust(account, TOKEN)
    await waitFor(async () => (await tokenIds()).length === 1, PATIENCE_MS)
    await ends(await desk.sends(id, ana, 'oi'), 'DELIVERED')
    expect(messages.map((node) => Buffer.from(findChild(node, 'tctoken')?.content as Uint8Array))).toEqual([
      TOKEN,
    ])
  })

  it('is sent once more, under its id, when the token comes after the refusal', async () => {
    ana.trustInReturn(TOKEN)
    const messageId = await desk.sends(id, ana, 'oi')
    await ends(messageId, 'DELIVERED')
    expect(account.ledger.sent.map(({ refusedWith }) => refusedWith)).toEqual(['463', undefined])
    expect(new Set(account.ledger.sent.map(({ waId }) => waId)).size).toBe(1)
    await desk.shows(account, ana, ['oi'])
    expect((await desk.outbound(messageId)).tries).toBe(2)
    desk.wa.verify()
  })

  it('of a stranger carries one that the account makes, as soon as the phone has given the salt for it', async () => {
    await account.sendHistory({ nctSalt: Buffer.alloc(32, 7) })
    await waitFor(async () => {
      const salts = await desk.pg.sql(
        `SELECT 1 FROM ${SCHEMA}.signal_secrets WHERE type = 'client-token-salt'`,
      )
      return salts.length === 1
    }, PATIENCE_MS)
    await ends(await desk.sends(id, ana, 'oi'), 'DELIVERED')
    ana.trust(account, TOKEN)
    await waitFor(async () => (await tokenIds()).length === 1, PATIENCE_MS)
    await ends(await desk.sends(id, ana, 'tudo bem?'), 'DELIVERED')
    const carried = (tag: string) => messages.map((node) => findChild(node, tag) !== undefined)
    expect([carried('cstoken'), carried('tctoken')]).toEqual([
      [true, false],
      [false, true],
    ])
    desk.wa.verify()
  })

  it('fails alone, after one try, when no token comes', async () => {
    const messageId = await desk.sends(id, ana, 'oi')
    await ends(messageId, 'FAILED')
    expect(await desk.outbound(messageId)).toMatchObject({ failure: 'ERR_SENDING_WAPP_MSG', tries: 1 })
    expect(messages).toHaveLength(1)
    const bia = desk.wa.contact('5511999990002')
    bia.trust(account, TOKEN)
    await bia.text(account, 'bom dia')
    await desk.has(id, bia, ['bom dia'])
    await ends(await desk.sends(id, bia, 'olá'), 'DELIVERED')
  })

  it('leaves no list of contacts behind, and nothing of one who is erased', async () => {
    const bia = desk.wa.contact('5511999990002', { lid: '77000000000002' })
    for (const contact of [ana, bia]) contact.trust(account, TOKEN)
    await waitFor(async () => (await tokenIds()).length >= 2, PATIENCE_MS)
    for (const contact of [ana, bia]) await ends(await desk.sends(id, contact, 'oi'), 'DELIVERED')
    await desk.restart()
    await desk.isConnected(id)
    expect(await tokenIds()).toEqual([`${ANA.lid}@lid`, '77000000000002@lid'])
    const names = {
      aliases: [`phone:${ANA.number}`, `lid:${ANA.lid}`],
      remoteJids: [`${ANA.number}@s.whatsapp.net`, `${ANA.lid}@lid`],
      numbers: [ANA.number, ANA.lid],
    }
    await desk.pg
      .db(SCHEMA)
      .withTenant(companyId(1), (tx) => new PgErasureStore().eraseContact(tx, companyId(1), names))
    expect(await tokenIds()).toEqual(['77000000000002@lid'])
  })
})
