import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'

import type { ConnectionView, MessageView, TicketView } from '@balcao/contracts'
import { freePort, temporaryFolder } from '@balcao/testkit'

import {
  startFakeWhatsApp,
  textOf,
  type Account,
  type Contact,
  type FakeWhatsApp,
} from '../../messaging-gateway/tests/fake-whatsapp'
import { buildEnc, messageStanza, senderAttrs } from '../../messaging-gateway/tests/fake-whatsapp/envelopes'
import { createApiCall, until, type Call } from './support/company'
import { listFiles } from './support/data-files'
import { dumpTables, deskSql, type Sql } from './support/desk-database'
import { findLeaks, type Needle, type Sink } from './support/find-leaks'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'
import { startCollector } from './support/telemetry-collector'
import { logIn } from './support/ticket-screens'
import { readVaultSecrets } from './support/vault-secrets'

/*
 * Everything a desk writes while it talks to WhatsApp with verbose logs. Every text and person
 * has a unique word, and the sessions' keys are read out of the vault after each chapter.
 */

const OURS = '5511940007001'
const OURS_BY_CODE = '5511940007002'
const CUSTOMER = '5511987657003'
const MEMBER = '5511987657004'
const STRANGER = '5511987657005'

const words: Needle[] = []
const secrets = new Map<string, Needle>()

const word = (name: string, text: string): string => {
  words.push({ name, kind: 'word', bytes: Buffer.from(text) })
  return text
}
/** A word that occurs nowhere else. */
const canary = (name: string): string => word(name, `canario-${name}-${randomBytes(12).toString('hex')}`)

let dataDir: string
let wa: FakeWhatsApp
let desk: SpawnedDesk
let sql: Sql
let collector: Awaited<ReturnType<typeof startCollector>>
let admin: Call
let adminId: number
let account: Account
let customer: Contact
let connection: ConnectionView
let ticket: TicketView
let leftBehind: Sink[]

const keepSecrets = async () => {
  for (const needle of await readVaultSecrets(sql, dataDir)) secrets.set(needle.bytes.toString('hex'), needle)
}

const must = async <T>(method: string, url: string, body?: unknown): Promise<T> => {
  const answer = await admin<T>(method, url, body)
  if (answer.status >= 300)
    throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

const connected = (id: number) =>
  until(async () => {
    const view = await must<ConnectionView>('get', `/whatsapp/${id}`)
    return view.status === 'CONNECTED' ? view : undefined
  }, 'the session')

const fetchQr = (id: number) =>
  until(async () => (await must<ConnectionView>('get', `/whatsapp/${id}`)).qrcode || undefined, 'a QR code')

const fetchTicket = (name: string) =>
  until(async () => {
    const { tickets } = await must<{ tickets: TicketView[] }>('get', '/tickets?showAll=true')
    return tickets.find((found) => found.contact.name === name)
  }, `the ticket of ${name}`)

const shown = (of: TicketView, text: string) =>
  until(async () => {
    const { messages } = await must<{ messages: MessageView[] }>('get', `/messages/${of.id}`)
    return messages.find(({ body }) => body.includes(text))
  }, `${text} on the screen`)

const arrived = (who: Contact, text: string) =>
  until(
    () => Promise.resolve(who.inbox(account).messages.find(({ message }) => textOf(message)?.includes(text))),
    `${text} at the phone`,
  )

const sent = async (to: TicketView, body: FormData | { body: string }) =>
  (await must<{ messages: MessageView[] }>('post', `/messages/${to.id}`, body)).messages[0]!

const accepted = (of: TicketView) => must('put', `/tickets/${of.id}`, { status: 'open', userId: adminId })

beforeAll(async () => {
  wa = await startFakeWhatsApp({ settings: { firstPreKeys: 'small' } })
  collector = await startCollector()
  dataDir = await temporaryFolder('secrets')
  desk = await spawnDesk({
    dataDir,
    port: await freePort(),
    env: {
      DEMO: 'minimal',
      LOG_LEVEL: 'trace',
      RATE_LIMIT_FACTOR: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      WHATSAPP_WEB_URL: wa.url,
      WHATSAPP_WEB_CLIENT_URL: wa.webClientUrl,
      WHATSAPP_ROOT_KEY: wa.rootKey,
      WHATSAPP_MEDIA_URL: wa.mediaUrl,
    },
  })
  sql = deskSql(dataDir)
  const session = await logIn(desk.url, 'admin@demo.local')
  admin = session.call
  adminId = session.user.id
  await must('put', '/settings/CheckMsgIsGroup', { value: 'disabled' })
  for (const number of [OURS, OURS_BY_CODE, CUSTOMER, MEMBER, STRANGER])
    word(`number ${number.slice(-4)}`, number)
  account = wa.account(OURS)
  customer = wa.contact(CUSTOMER, { name: canary('name') })
  word('lid', customer.lid ?? '')
  const theirs = Buffer.from(customer.phone().identity.private)
  secrets.set(theirs.toString('hex'), { name: 'the customer’s identity', kind: 'secret', bytes: theirs })
})

afterAll(async () => {
  await desk.stop()
  await wa.stop()
  await collector.stop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('the life of a session', () => {
  it('begins with a QR code, and with a code', async () => {
    const token = canary('api-token')
    connection = await must<ConnectionView>('post', '/whatsapp', { name: 'Real', provider: 'beta', token })
    await account.scan(await fetchQr(connection.id))
    await connected(connection.id)

    const other = await must<ConnectionView>('post', '/whatsapp', { name: 'Outro', provider: 'beta' })
    await fetchQr(other.id)
    const byCode = wa.account(OURS_BY_CODE)
    const { code } = await must<{ code: string }>('post', `/whatsappsession/${other.id}/pairing-code`, {
      number: OURS_BY_CODE,
    })
    word('pairing code', code)
    await byCode.enterCode(code.replace('-', ''))
    await connected(other.id)
    await keepSecrets()

    const viaApi = canary('api')
    const answer = await createApiCall(desk.url, token)('post', '/api/messages/send', {
      number: STRANGER,
      body: viaApi,
    })
    expect(answer.status).toBeLessThan(300)
    await arrived(wa.contact(STRANGER), viaApi)
  })

  it('goes on with a talk, files and second thoughts', async () => {
    const question = canary('question')
    await customer.text(account, question)
    ticket = await fetchTicket(customer.name)
    await accepted(ticket)
    await keepSecrets()

    const reply = canary('reply')
    const { id } = await sent(ticket, { body: reply })
    const { waId } = await arrived(customer, reply)
    await customer.react(account, { id: waId }, '🙏')
    customer.receipt(account, [waId], 'read')
    const edited = canary('edited')
    await must('put', `/messages/${id}`, { body: edited })
    const theirs = await shown(ticket, question)
    await must('post', `/messages/${theirs.id}/reactions`, { emoji: '👍' })
    await must('delete', `/messages/${id}`)

    const [caption, ourCaption] = [canary('caption'), canary('our-caption')]
    const file = Buffer.from(`%PDF-1.4 ${canary('file')}`)
    await customer.media(account, 'document', file, { caption, fileName: `${canary('file-name')}.pdf` })
    await shown(ticket, caption)
    const form = new FormData()
    form.append('body', ourCaption)
    const ours = new Blob([`%PDF-1.4 ${canary('our-file')}`], { type: 'application/pdf' })
    form.append('medias', ours, `${canary('our-file-name')}.pdf`)
    await sent(ticket, form)
    await until(
      () =>
        Promise.resolve(
          customer
            .inbox(account)
            .messages.some(({ message }) => message.documentWithCaptionMessage ?? message.documentMessage),
        ),
      'the file at the phone',
    )
    const second = await customer.text(account, canary('second'))
    await customer.edit(account, second, canary('second-edit'))
    await customer.revoke(account, second)
    await must('get', `/tickets?showAll=true&searchParam=${CUSTOMER}`)
    await keepSecrets()
  })

  it('knows groups', async () => {
    const member = wa.contact(MEMBER, { name: canary('member') })
    const group = wa.group(undefined, { subject: canary('subject'), participants: [member, account] })
    const said = canary('group')
    await group.text(member, said)
    const talk = await fetchTicket(group.subject)
    await accepted(talk)
    await shown(talk, said)
    const reply = canary('group-reply')
    await sent(talk, { body: reply })
    await arrived(member, reply)
    await keepSecrets()
  })

  it('survives what it cannot decrypt, a phone that lost its sessions, and a broken line', async () => {
    const broken = canary('broken')
    const message = { conversation: broken }
    const envelope = { waId: 'AC0123456789ABCDEF0123', message, addressing: 'pn' } as const
    customer.sent.set(envelope.waId, message)
    const sealed = await customer.phone().encrypt(account.device, message)
    const tampered = Buffer.from(sealed.ciphertext)
    tampered[tampered.length - 3] = (tampered.at(-3) ?? 0) ^ 1
    const enc = buildEnc({ type: sealed.type, ciphertext: tampered }, envelope)
    account.device.deliver(messageStanza(envelope, senderAttrs(customer, 'pn'), [enc]))
    await shown(ticket, broken)

    await customer.forgetSessions(account)
    const fresh = canary('fresh')
    await customer.text(account, fresh)
    await shown(ticket, fresh)
    await keepSecrets()

    wa.disconnect(account)
    const late = canary('late')
    await customer.text(account, late)
    await shown(ticket, late)
    const reply = canary('late-reply')
    await sent(ticket, { body: reply })
    await arrived(customer, reply)
    await keepSecrets()
  })

  it('ends with a logout, and leaves everything it wrote for inspection', async () => {
    await must('delete', `/whatsappsession/${connection.id}`)
    await until(() => Promise.resolve(!account.isLinked || undefined), 'the logout at the phone')
    const scraped = await (await fetch(`${desk.opsUrl()}/metrics`)).text()
    const tables = await dumpTables(sql)
    const files = listFiles(dataDir)
    leftBehind = [...tables, ...files, { kind: 'metrics', name: '/metrics', data: Buffer.from(scraped) }]
  })
})

describe('what can be found', () => {
  const needles = () => [...secrets.values(), ...words]
  const leaks = (sinks: readonly Sink[]) => findLeaks(sinks, needles())

  it('is enough to be worth a look', () => {
    const names = new Set([...secrets.values()].map(({ name }) => name))
    for (const part of ['noiseKey.private', 'signedIdentityKey.private', 'signedPreKey.keyPair.private'])
      expect([...names]).toContain(`$credentials.${part}`)
    for (const type of ['session', 'sender-key', 'pre-key', 'the master key', 'the data key'])
      expect([...names].filter((name) => name.startsWith(type))).not.toEqual([])
    // It was on the screen and is in the event that carried it, and it has been used already.
    expect([...names]).not.toContain('$credentials.advSecretKey')
    const find = (kind: Sink['kind'], text: string) =>
      leftBehind.some((sink) => sink.kind === kind && sink.data.includes(text))
    expect(find('metrics', 'balcao_whatsapp_reconnects_total')).toBe(true)
    // The library did log.
    const counted = leftBehind.find(({ name }) => name === '/metrics')?.data.toString() ?? ''
    expect(/^balcao_whatsapp_console_dropped_total\S* (\d+)/m.exec(counted)?.[1]).toMatch(/[1-9]/)
    expect(find('log', 'database system is ready')).toBe(true)
    for (const text of [CUSTOMER, customer.name]) {
      expect(find('table', text)).toBe(true)
      expect(find('topic', text)).toBe(true)
    }
    expect(desk.output()).toContain('"level":"debug"')
    expect(desk.output()).toContain('messaging-gateway.baileys')
  })

  const gathered = async (said: string): Promise<Sink[]> => [
    ...(await dumpTables(sql)),
    ...listFiles(dataDir),
    ...collector.sinks,
    { kind: 'output', name: 'of the process', data: Buffer.from(desk.output() + said) },
  ]
  const exported = async (name: string, body: string) => {
    await fetch(`${collector.url}${name}`, { method: 'POST', body })
    const planted = collector.sinks.findIndex(({ data }) => data.includes(body))
    return () => Promise.resolve(void collector.sinks.splice(planted, 1))
  }
  const created = async (schema: string, table: string, text: string) => {
    await sql(`CREATE SCHEMA ${schema}`)
    await sql(`CREATE TABLE ${schema}.${table} AS SELECT 1 AS id, convert_to('${text}', 'UTF8') AS body`)
    return async () => void (await sql(`DROP SCHEMA ${schema} CASCADE`))
  }
  const written = (name: string, text: string) => {
    const file = path.join(dataDir, name)
    writeFileSync(file, text)
    return Promise.resolve(() => rm(file))
  }

  it.each<[Sink['kind'], (text: string) => Promise<() => Promise<void>>]>([
    ['table', (text) => created('leak', 'notes', text)],
    ['topic', (text) => created('leak', 'outbox', text)],
    ['log', (text) => written('postgres/leak.log', text)],
    ['file', (text) => written('leak.json', text)],
    ['trace', (text) => exported('/v1/traces', text)],
    ['metrics', (text) => exported('/v1/metrics', text)],
    ['output', () => Promise.resolve(() => Promise.resolve())],
  ])('would be found in: %s', async (kind, plant) => {
    const [needle] = [...secrets.values()]
    const text = `{"privKey":"${needle!.bytes.toString('base64')}"}`
    const takeBack = await plant(text)
    const found = leaks(await gathered(kind === 'output' ? text : ''))
    await takeBack()
    expect(found).toEqual([expect.stringMatching(new RegExp(` in ${kind} `))])
    expect(leaks(await gathered(''))).toEqual([])
  })

  it('is nothing: no key anywhere, no words and no numbers outside the desk’s own tables', async () => {
    await desk.stop()
    expect(collector.sinks.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['trace', 'metrics']))
    const output: Sink = { kind: 'output', name: 'of the process', data: Buffer.from(desk.output()) }
    expect(leaks([...leftBehind, output, ...collector.sinks])).toEqual([])
  })
})
