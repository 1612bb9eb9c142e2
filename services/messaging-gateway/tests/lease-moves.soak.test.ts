import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { waitWhileShrinking, waitFor, type TestDatabase, watchChild } from '@balcao/testkit'

import { startFakeWhatsApp, type Account, type Contact, type FakeWhatsApp } from './fake-whatsapp'
import { acme, asksToSend, beta, gatewayDatabase, SCHEMA, startGateway, type Gateway } from './support'
import { unfencedWrites, watchWrites } from './write-watch'

/*
 * Three gateway processes on one database. One is stopped, one is killed, one is suspended until the others hold its sessions
 * and then resumes: every write comes from the lease holder of that moment, and no message is lost, duplicated or out of
 * order. LEASE_SLEEP_MS=60000 for the long suspension.
 */

const SLEEP_MS = Number(process.env.LEASE_SLEEP_MS ?? 6_000)
const ROUNDS = Number(process.env.LEASE_ROUNDS ?? 1)
const SESSIONS = 9
const CONTACTS = 3
const PATIENCE_MS = 60_000
const HOST = path.join(__dirname, 'support-processes/gateway-host.cjs')
const VAULT_KEY = Buffer.alloc(32, 'vault').toString('base64')
/* Short times, in the proportions of the real ones. */
const leaseTimes = { ttlMs: 3_000, renewEveryMs: 600, suspendAfterMs: 1_200, loseAfterMs: 2_400 }

interface LinkedNumber {
  account: Account
  company: typeof acme
  id: number
}

let wa: FakeWhatsApp
let pg: TestDatabase
/** Accepts requests to send; holds no session. */
let desk: Gateway
const hosts = new Map<string, ChildProcess>()
const linkedNumbers: LinkedNumber[] = []
let contacts: Contact[] = []

async function start(owner: string): Promise<void> {
  const input = {
    owner,
    admin: pg.admin,
    leaseTimes,
    vaultKeys: VAULT_KEY,
    config: {
      defaultProvider: 'beta',
      qrLimit: 3,
      ffmpeg: undefined,
      maxMediaBytes: 1024 * 1024,
      campaignsPerMinute: 60_000,
      waIdKey: 'a key for tests, long enough for any',
      vaultRotateAfterMs: 1e12,
      webClientUrl: wa.webClientUrl,
      whatsapp: {
        webSocketUrl: wa.url,
        rootKey: wa.rootKey,
        mediaBase: wa.mediaUrl,
        deviceName: 'Balcão',
        showsPresence: false,
        historyHours: 0,
      },
    },
    tuning: { pollMs: 100, outboundTimes: { graceMs: 200, acceptWithinMs: 3_000, firstRetryMs: 200 } },
  }
  const child = spawn(process.execPath, [HOST, JSON.stringify(input)], {
    env: { ...process.env, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  hosts.set(owner, child)
  await watchChild(child).waitForOutput(/ready/)
}

const findHost = (owner: string): ChildProcess => {
  const host = hosts.get(owner)
  if (!host) throw new Error(`no process ${owner}`)
  return host
}

async function end(owner: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const host = findHost(owner)
  const gone = new Promise((resolve) => host.once('exit', resolve))
  host.kill(signal)
  await gone
}

async function pair(index: number): Promise<LinkedNumber> {
  const company = index % 2 === 0 ? acme : beta
  const account = wa.account(`55119530${String(index).padStart(5, '0')}`)
  const [row] = await pg.sql<{ id: number }>(
    `INSERT INTO ${SCHEMA}.connections (company_id, name, provider, status, token) VALUES ($1, $2, 'beta', 'OPENING', $2) RETURNING id`,
    [company, `n${index}`],
  )
  const id = row?.id ?? 0
  const column = async (name: 'qrcode' | 'status') =>
    (
      await pg.sql<Record<string, string>>(`SELECT ${name} FROM ${SCHEMA}.connections WHERE id = $1`, [id])
    )[0]?.[name]
  await account.scan(await waitFor(() => column('qrcode'), PATIENCE_MS))
  await waitFor(async () => (await column('status')) === 'CONNECTED', PATIENCE_MS)
  return { account, company, id }
}

const heldBy = async (owner: string): Promise<number> =>
  (
    await pg.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${SCHEMA}.session_lease WHERE owner = $1 AND expires_at > now()`,
      [owner],
    )
  )[0]?.count ?? 0

beforeAll(async () => {
  wa = await startFakeWhatsApp({ settings: { firstPreKeys: 'small', autoReceipts: 'delivery' } })
  pg = await gatewayDatabase()
  await watchWrites(pg, { sending: true })
  desk = await startGateway(pg, { idle: true })
  await Promise.all(['a', 'b', 'c'].map(start))
  linkedNumbers.push(...(await Promise.all(Array.from({ length: SESSIONS }, (_, index) => pair(index)))))
  contacts = Array.from({ length: CONTACTS }, (_, index) =>
    wa.contact(`5521873000${String(index).padStart(3, '0')}`),
  )
  wa.settings.registrationIsOver = true
}, 120_000)

afterAll(async () => {
  for (const host of hosts.values()) host.kill('SIGKILL')
  await pg.close()
  await wa.stop()
})

interface Chat {
  linked: LinkedNumber
  contact: Contact
  written: string[]
  sent: string[]
}

let messages = 0
const uuid = () => `018f0000-0000-7000-8000-${String((messages += 1)).padStart(12, '0')}`

async function talk(chats: readonly Chat[], isOver: () => boolean): Promise<void> {
  for (let round = 0; !isOver(); round++) {
    const chat = chats[round % chats.length]
    if (!chat) return
    const { linked, contact, written, sent } = chat
    written.push(await contact.text(linked.account, `in ${written.length}`))
    const body = `out ${linked.id} ${sent.length}`
    sent.push(body)
    await asksToSend(
      desk,
      { messageId: uuid(), connectionId: linked.id, number: contact.number, body },
      linked.company,
    )
    await pause(300 * Math.random())
  }
}

const recorded = async ({ linked, contact }: Chat): Promise<string[]> =>
  (
    await pg.sql<{ wa_id: string }>(
      `SELECT wa_id FROM ${SCHEMA}.inbound_messages WHERE connection_id = $1 AND remote_jid LIKE $2 ORDER BY id`,
      [linked.id, `${contact.number}@%`],
    )
  ).map((row) => row.wa_id)

/** Waiting messages by connection, with the lease holder: printed when the test fails. */
const unsent = () =>
  pg.sql(`
    SELECT o.connection_id, o.state, o.tries, o.failure, count(*)::int AS count, c.status, l.owner
    FROM ${SCHEMA}.outbound o JOIN ${SCHEMA}.connections c ON c.id = o.connection_id
    LEFT JOIN ${SCHEMA}.session_lease l ON l.name = 'session:' || c.id
    WHERE o.state NOT IN ('ACCEPTED', 'DELIVERED', 'READ', 'PLAYED') GROUP BY 1, 2, 3, 4, 6, 7 ORDER BY 1`)

const spreads = (chats: readonly Chat[]) =>
  chats.map(({ linked, contact }) => `${linked.id}/${contact.number}`)

it(`moves sessions between processes ${3 * ROUNDS} times without an unfenced write, loss, double or QR code`, async () => {
  const chats = linkedNumbers.flatMap((linked) =>
    contacts.map((contact): Chat => ({ linked, contact, written: [], sent: [] })),
  )
  let isOver = false
  const talking = linkedNumbers.map((linked) =>
    talk(
      chats.filter((chat) => chat.linked === linked),
      () => isOver,
    ),
  )
  const zombies: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await pause(1_000)
    await end('a', 'SIGTERM')
    expect(await heldBy('a')).toBe(0)
    await start('a')
    await pause(500)
    await end('b', 'SIGKILL')
    await waitFor(async () => (await heldBy('b')) === 0, PATIENCE_MS)
    await start('b')
    await pause(500)
    findHost('c').kill('SIGSTOP')
    await pause(SLEEP_MS)
    await waitFor(async () => (await heldBy('c')) === 0, PATIENCE_MS)
    await waitFor(async () => (await heldBy('a')) + (await heldBy('b')) === SESSIONS, PATIENCE_MS)
    findHost('c').kill('SIGCONT')
    zombies.push('c')
    await pause(1_500)
    // The sessions it acquired meanwhile it keeps; the remaining processes take the others.
    await end('a', 'SIGTERM')
    await start('a')
  }
  await pause(1_000)
  isOver = true
  await Promise.all(talking)

  const missing = async (): Promise<string[]> => {
    const counts = await Promise.all(chats.map(recorded))
    return chats.flatMap(({ linked, contact, written, sent }, index) => {
      const [into, out] = [counts[index] ?? [], contact.inbox(linked.account).texts()]
      const lost = [
        ...written.filter((waId) => !into.includes(waId)),
        ...sent.filter((body) => !out.includes(body)),
      ]
      return lost.map((what) => `${linked.id}/${contact.number}: ${what}`)
    })
  }
  await waitWhileShrinking('messages', async () =>
    Object.fromEntries(
      [...(await missing()), ...(await unsent()).map((row) => JSON.stringify(row))].map((what) => [what, 1]),
    ),
  )
  expect([await missing(), await unsent()]).toEqual([[], []])
  await wa.idle()
  const inbound = await Promise.all(chats.map(recorded))
  expect(Object.fromEntries(spreads(chats).map((name, index) => [name, inbound[index]]))).toEqual(
    Object.fromEntries(spreads(chats).map((name, index) => [name, chats[index]?.written])),
  )
  for (const { linked, contact, sent } of chats) expect(contact.inbox(linked.account).texts()).toEqual(sent)
  const writers = await pg.sql<{ who: string }>(
    `SELECT DISTINCT who FROM public.writes WHERE who <> '' ORDER BY 1`,
  )
  expect(writers.map(({ who }) => who)).toEqual(['a', 'b', 'c'])
  expect(await unfencedWrites(pg)).toEqual([])
  for (const { account } of linkedNumbers) expect(account.ledger.nacks).toEqual([])
  wa.verify()
  const [moves] = await pg.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM public.holders WHERE owner IS NOT NULL`,
  )
  const [writes] = await pg.sql<{ count: number }>(`SELECT count(*)::int AS count FROM public.writes`)
  process.stderr.write(
    `${moves?.count} leases taken, ${writes?.count} fenced writes, ${zombies.length} zombies woke, ${inbound.flat().length} in, ${messages} out\n`,
  )
}, 600_000)
