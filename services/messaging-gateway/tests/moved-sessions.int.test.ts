import { connectionId } from '@balcao/contracts'
import { DAY } from '@balcao/kernel'
import { readOutbox, testPorts, waitFor } from '@balcao/testkit'

import { pgSignalVaultStore } from '../src/adapters/postgres/pg-signal-vault-store'
import type { ForeignSession } from '../src/adapters/whatsapp/baileys/convert-session'
import { createSignalVault, parseKeyRing } from '../src/features/signal-vault'
import { openConnectionImports } from '../src/system-imports'
import { Desk, PATIENCE_MS } from './bad-network-desk'
import type { Account, Contact } from './fake-whatsapp'
import { acme, beta, messageUuid, SCHEMA } from './support'

/* A session that another program over the same library has kept: it opens here, without a code, and nothing sent before is lost. */

const OURS = '5511940000001'
const config = {
  vaultKeys: parseKeyRing(Buffer.alloc(32, 'vault').toString('base64')),
  vaultRotateAfterMs: 90 * DAY,
}
const TYPES = [
  'pre-key',
  'session',
  'sender-key',
  'app-state-sync-key',
  'lid-mapping',
  'tctoken',
  'device-list',
]

/** A linked number whose program has ended, and what that program kept. */
async function linkElsewhere(
  elsewhere: Desk,
): Promise<{ creds: Record<string, unknown>; keys: ForeignSession['keys'] }> {
  const account = elsewhere.wa.account(OURS)
  const id = await elsewhere.link(account)
  await elsewhere.talks(id, account, elsewhere.wa.contact('5511933340001'), 'Antes')
  await elsewhere.gateway.stop()
  const ports = testPorts(elsewhere.pg, SCHEMA)
  const { vaults } = createSignalVault({
    ...ports,
    store: pgSignalVaultStore,
    keyRing: config.vaultKeys,
    rotateAfterMs: config.vaultRotateAfterMs,
    signals: { vaultUnreadable: () => undefined, vaultKeyMoved: () => undefined },
  })
  const lease = await ports.leases.acquire(`session:${id}`)
  const vault = vaults.open(acme, connectionId(id), lease!)
  const creds = JSON.parse(Buffer.from((await vault.findCredentials())!).toString()) as Record<
    string,
    unknown
  >
  const keys: { type: string; id: string; value: string }[] = []
  for (const type of TYPES)
    for (const [key, value] of await vault.findKeys(type, await vault.listIds(type)))
      keys.push({ type, id: key, value: Buffer.from(value).toString() })
  return { creds: { ...creds, advSecretKey: 'of the code' }, keys }
}

/* As the editions write it whose keys are in the column of the credentials. */
function toOneText({ creds, keys }: Awaited<ReturnType<typeof linkElsewhere>>): ForeignSession {
  const groups: Record<string, Record<string, unknown>> = {}
  const names: Record<string, string> = {
    'pre-key': 'preKeys',
    session: 'sessions',
    'sender-key': 'senderKeys',
  }
  for (const { type, id, value } of keys)
    (groups[names[type] ?? type] ??= {})[id] = JSON.parse(value) as unknown
  return { state: JSON.stringify({ creds, keys: groups }), keys: [] }
}

/** A text in each direction. @param nth of the message's id, which the program before has not used */
async function exchange(
  desk: Desk,
  { id, nth }: { id: number; nth: number },
  contact: Contact,
  account: Account,
): Promise<void> {
  await contact.text(account, `${nth}?`)
  await desk.has(id, contact, [`${nth}?`])
  await desk.sends(id, contact, `${nth}!`, { messageId: messageUuid(nth) })
  await waitFor(() => contact.inbox(account).texts().includes(`${nth}!`), PATIENCE_MS)
}

describe.each(['apart', 'in one text'] as const)('a session whose keys are %s', (form) => {
  let elsewhere: Desk
  let desk: Desk
  let foreign: ForeignSession

  beforeAll(async () => {
    elsewhere = await Desk.open()
    const kept = await linkElsewhere(elsewhere)
    expect(kept.keys.filter(({ type }) => type === 'session').length).toBeGreaterThan(0)
    foreign =
      form === 'apart'
        ? { state: JSON.stringify({ creds: kept.creds, keys: {} }), keys: kept.keys }
        : toOneText(kept)
    desk = await Desk.open({ wa: elsewhere.wa })
  })

  afterAll(async () => {
    await desk.close()
    await elsewhere.close()
  })

  it('is linked without a code, once, and goes on where it was', async () => {
    const imports = openConnectionImports(config, testPorts(desk.pg, SCHEMA))
    const texts = { greetingMessage: '', completionMessage: '', outOfHoursMessage: '', ratingMessage: '' }
    const id = await imports.create(acme, { name: 'Movida', queueIds: [], ...texts })
    const before = elsewhere.wa.ledger.registrations
    expect(await imports.findSessionFault(acme, id, foreign)).toBe('')
    expect(await imports.findSessionFault(beta, id, foreign)).toBe('its connection was not brought')
    await imports.linkSession(beta, id, foreign)
    expect((await desk.row(id)).wanted).toBe(false)
    await imports.linkSession(acme, id, foreign)
    await desk.is(id, { status: 'CONNECTED', number: OURS, qrcode: '' })
    const account = elsewhere.wa.account(OURS)
    await exchange(desk, { id, nth: 101 }, elsewhere.wa.contact('5511933340001'), account)
    await exchange(desk, { id, nth: 102 }, elsewhere.wa.contact('5511933340002'), account)
    expect(elsewhere.wa.ledger.registrations).toBe(before)
    const shown = await readOutbox(desk.pg, SCHEMA, 'connectionSessionChanged')
    expect(shown.map(({ body }) => body.value.qrcode).join('')).toBe('')
    expect(await imports.findSessionFault(acme, id, foreign)).toBe('the connection here has a session')
    const second = await imports.create(acme, { name: 'Outra', queueIds: [], ...texts })
    expect(await imports.findSessionFault(acme, second, foreign)).toBe(
      'its number is linked to another connection here',
    )
    elsewhere.wa.verify()
  })

  it('is sealed as every other one', async () => {
    const rows = await desk.pg.sql<{ content: Buffer }>(`SELECT content FROM ${SCHEMA}.signal_secrets`)
    expect(rows.length).toBeGreaterThan(5)
    for (const { content } of rows) expect(content.includes('"type"')).toBe(false)
  })
})
