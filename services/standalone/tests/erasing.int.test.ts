import { readFileSync } from 'node:fs'
import path from 'node:path'

import {
  companyId,
  userId,
  type MessagesPage,
  type MessageView,
  type RetentionPreview,
  type RetentionView,
  type TicketView,
} from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent } from '@balcao/contracts/wire'
import { HOUR, systemClock } from '@balcao/kernel'
import { createExportLinks } from '@balcao/platform'
import { TEST_MEDIA_SECRET, waitFor, type TestAgent, type TestCompany, type TestDesk } from '@balcao/testkit'

import { everything, findPlaces } from './support/find-traces'
import { downloadExport, listExportedTables, listSecrets, toTable } from './support/read-export'
import { startDesk, testSecrets } from './support/start-desk'

/*
 * Deleted content is nowhere: not in a table, document, file, feed answer or event. Tables are discovered, not listed,
 * so a new one is searched too. Each person has a unique word in all their texts.
 */

const ERASED = { number: '5511988887701', lid: '198765432109876', word: 'zarabatana' }
const OTHER_CONTACT = { number: '5511988887702', lid: '198765432109877', word: 'berimbau' }
/* The same person as a customer of another company. */
const ELSEWHERE = { number: ERASED.number, lid: ERASED.lid, word: 'atabaque' }
/* Digits that every spelling of the number contains: without country, area and ninth digit. */
const CORE = '88887701'

const AFTER_THE_SWEEP = 25 * HOUR

interface Person {
  number: string
  lid: string
  word: string
}

let desk: TestDesk
let elsewhere: TestCompany

beforeAll(async () => {
  desk = await startDesk({
    staff: {
      ana: { queues: ['Vendas'], allTicket: true },
      root: { profile: 'admin', super: true },
      rita: { profile: 'admin', super: true },
    },
  })
  elsewhere = await desk.company('Outra', {})
})

const form = (fields: Record<string, string>, name: string, file: { name: string; content: string }) => {
  const data = new FormData()
  for (const [field, value] of Object.entries(fields)) data.append(field, value)
  data.append(name, new Blob([file.content], { type: 'text/plain' }), file.name)
  return data
}

const must = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

async function fetchTicket(agent: TestAgent, number: string): Promise<TicketView> {
  await desk.settle()
  const { tickets } = await must(agent.call<{ tickets: TicketView[] }>('GET', '/tickets?showAll=true'))
  const found = tickets.find(({ contact }) => contact.number === number)
  if (!found) throw new Error(`no ticket of ${number}`)
  return found
}

async function fetchMessages(agent: TestAgent, ticket: TicketView): Promise<MessageView[]> {
  await desk.settle()
  return (await must(agent.call<MessagesPage>('GET', `/messages/${ticket.id}`))).messages
}

const append = async (company: number, events: (stamp: TestDesk) => DeskEvent[]) => {
  const { db, events: log } = desk.portsOf('messaging-gateway')
  await db.withTenant(companyId(company), (tx) => log.append(tx, events(desk)))
}

/** Everything that can be said, sent, noted and scheduled with a customer. */
async function fill(company: TestCompany, { number, lid, word }: Person): Promise<TicketView> {
  const admin = await company.agent('admin')
  const phone = await company.phone(number, `Cliente ${word}`)
  const base64 = Buffer.from(`arquivo de ${word}`).toString('base64')
  await phone.says({ id: `${word}1`, body: `olá ${word}` })
  await phone.says({
    id: `${word}2`,
    body: `legenda ${word}`,
    kind: 'application',
    media: { name: `${word}.txt`, mimeType: 'text/plain', base64 },
  })
  await phone.says({
    id: `${word}3`,
    kind: 'locationMessage',
    location: { latitude: -23, longitude: -46, name: `Praça ${word}`, address: `Rua ${word}` },
  })
  await phone.says({
    id: `${word}4`,
    kind: 'vcard',
    vcard: `BEGIN:VCARD\nVERSION:3.0\nFN:Prima ${word}\nEND:VCARD`,
  })
  await phone.says({ id: `${word}5`, body: `sobre isso ${word}`, quotedId: `${word}1` })
  const pending = await fetchTicket(admin, number)
  const [connection] = await must(admin.call<{ id: number }[]>('GET', '/whatsapp'))
  const line = { connection: connection?.id, number }
  await must(admin.call('POST', '/simulator/revise', { ...line, id: `${word}1`, body: `melhor: ${word}` }))
  const ticket = await must(
    admin.call<TicketView>('PUT', `/tickets/${pending.id}`, { status: 'open', userId: admin.userId }),
  )
  const sent = await must(
    admin.call<{ messages: MessageView[] }>('POST', `/messages/${ticket.id}`, { body: `resposta ${word}` }),
  )
  await must(
    admin.call(
      'POST',
      `/messages/${ticket.id}`,
      form({ body: `foto ${word}` }, 'medias', { name: `${word}.txt`, content: `enviado ${word}` }),
    ),
  )
  await desk.settle()
  const [first] = await fetchMessages(admin, ticket)
  const [out] = await phone.got()
  await must(admin.call('POST', '/simulator/react', { ...line, id: out?.id, emoji: '👍' }))
  await must(admin.call('POST', `/messages/${ticket.id}`, { body: `cito ${word}`, quotedMsgId: first?.id }))
  await must(admin.call('PUT', `/messages/${sent.messages[0]?.id}`, { body: `corrigido ${word}` }))
  await must(admin.call('POST', `/messages/${first?.id}/reactions`, { emoji: '❤️' }))
  await must(
    admin.call('POST', '/simulator/calls', { ...line, id: `CALL${word}`, isVideo: false, name: word }),
  )
  await must(
    admin.call('POST', '/ticket-notes', {
      note: `nota ${word}`,
      ticketId: ticket.id,
      contactId: ticket.contactId,
    }),
  )
  const schedule = await must(
    admin.call<{ id: number }>('POST', '/schedules', {
      body: `lembrar ${word}`,
      sendAt: '2999-01-01T12:00:00Z',
      contactId: ticket.contactId,
    }),
  )
  for (const version of ['primeira', 'segunda'])
    await must(
      admin.call(
        'POST',
        `/schedules/${schedule.id}/media-upload`,
        form({}, 'file', { name: `${version} ${word}.txt`, content: `${version} ${word}` }),
      ),
    )
  await must(
    admin.call('PUT', `/contacts/${ticket.contactId}`, {
      name: `Dona ${word}`,
      number,
      email: `${word}@exemplo.com.br`,
      extraInfo: [{ name: `cor ${word}`, value: `azul ${word}` }],
    }),
  )
  await joinByLid(company.id, line.connection ?? 0, { number, lid, word })
  await seedCopies(company.id, line.connection ?? 0, { number, lid, word })
  return fetchTicket(admin, number)
}

/** A contact known by LID alone turns out to be an existing number: the contacts merge. */
async function joinByLid(company: number, connection: number, { number, lid, word }: Person): Promise<void> {
  const { ids, clock } = desk.portsOf('messaging-gateway')
  const received = deskEvent(
    { ids, clock },
    orderingKeys.conversation(companyId(company), lid),
    'messageReceived',
    {
      inboundId: ids.next(),
      connectionId: connection,
      conversationId: ids.next(),
      remoteJid: `${lid}@lid`,
      participant: '',
      fromMe: false,
      waId: `LID${word}`,
      contact: { number: '', lid, name: `Oculta ${word}` },
      isGroup: false,
      sender: undefined,
      kind: 'chat',
      body: `escondida ${word}`,
      media: undefined,
      quotedWaId: '',
      location: undefined,
      vcard: '',
      sentAt: clock.now(),
      marks: [],
      mediaPending: false,
    },
  )
  await append(company, () => [received])
  await desk.settle()
  const merged = deskEvent(
    { ids, clock },
    orderingKeys.conversation(companyId(company), lid),
    'conversationsMerged',
    {
      connectionId: connection,
      survivorId: ids.next(),
      otherIds: [],
      undone: false,
      person: { number, lid, name: '' },
    },
  )
  await append(company, () => [merged])
  await desk.settle()
}

/** Data for which the simulated phone makes no rows. */
async function seedCopies(company: number, connection: number, { number, lid, word }: Person): Promise<void> {
  const { blobs } = desk.portsOf('messaging-gateway')
  const key = (name: string) =>
    `companies/${company}/2026/11/${Buffer.from(`${name}${word}`.padEnd(16, '0')).toString('hex').slice(0, 32)}.jpg`
  for (const name of ['old', 'new']) await blobs.put(key(name), Buffer.from(`retrato de ${word}`))
  const g = 'messaging_gateway'
  await desk.pg.sql(
    `INSERT INTO ${g}.address_book VALUES (${company}, ${connection}, '${number}', '${word}', now())`,
  )
  await desk.pg.sql(
    `INSERT INTO ${g}.number_checks VALUES (${company}, 'beta', '${number}', true, '55118${CORE.slice(1)}', now())`,
  )
  await desk.pg.sql(
    `INSERT INTO ${g}.pictures VALUES (${company}, ${connection}, '${number}@s.whatsapp.net', '${key('new')}', 'x', '${key('old')}', now())
     ON CONFLICT (company_id, connection_id, jid) DO UPDATE SET key = excluded.key, stale_key = excluded.stale_key`,
  )
  await desk.pg
    .sql(`INSERT INTO ${g}.media_fetches (id, company_id, connection_id, conversation_id, remote_jid, participant, from_me, wa_id, kind, name, duration_seconds, ticket, tries, next_at)
    SELECT gen_random_uuid(), ${company}, ${connection}, conversation_id, '${number}@s.whatsapp.net', '', false, 'F', 'image', '${word}.jpg', 0, '\\x00', 1, now() + interval '1 day'
    FROM ${g}.conversation_aliases WHERE company_id = ${company} AND alias = 'phone:${number}'`)
  await desk.pg.sql(
    `INSERT INTO ${g}.read_marks (company_id, connection_id, remote_jid, participant, wa_ids) VALUES (${company}, ${connection + 1_000}, '${number}@s.whatsapp.net', '', '{A}')`,
  )
  await desk.pg.sql(
    `INSERT INTO ${g}.signal_secrets (company_id, connection_id, type, id, key_version, content) VALUES (${company}, ${connection}, 'session', '${number}.0', 1, '\\x00'), (${company}, ${connection}, 'lid-mapping', '${lid}_reverse', 1, '\\x00')`,
  )
  for (const schema of ['tickets', 'campaigns', 'realtime', g])
    await desk.pg
      .sql(`INSERT INTO ${schema}.dead_events (consumer, event_id, company_id, ordering_key, topic, type, body, attempts, error)
      VALUES ('x', gen_random_uuid(), ${company}, 'k', 'tickets', 'contactChanged', '{"contact":{"name":"${word}","number":"${number}"}}', 5, 'Error')`)
}

const sweep = async () => {
  await desk.settle()
  await desk.runJobs()
  await desk.settle()
  await desk.runJobs(AFTER_THE_SWEEP)
}

describe('a message that is deleted for everyone', () => {
  const word = 'cuicabranca'
  const theirs = 'pandeiroazul'

  it('leaves only that it was there', async () => {
    const ana = await desk.agent('ana')
    const phone = await desk.phone('5511988887704', 'Helena')
    await phone.says({ id: 'H1', body: 'bom dia' })
    await phone.says({
      id: 'H2',
      body: `engano ${theirs}`,
      kind: 'application',
      media: {
        name: `${theirs}.txt`,
        mimeType: 'text/plain',
        base64: Buffer.from(theirs).toString('base64'),
      },
    })
    const pending = await fetchTicket(ana, '5511988887704')
    const ticket = await must(
      ana.call<TicketView>('PUT', `/tickets/${pending.id}`, { status: 'open', userId: ana.userId }),
    )
    const { messages } = await must(
      ana.call<{ messages: MessageView[] }>(
        'POST',
        `/messages/${ticket.id}`,
        form({ body: `preço ${word}` }, 'medias', { name: `${word}.txt`, content: word }),
      ),
    )
    const id = messages[0]?.id
    await desk.settle()
    const [out] = await phone.got()
    await phone.says({ id: 'H3', body: 'como assim?', quotedId: out?.id })
    await must(ana.call('POST', `/messages/${ticket.id}`, { body: 'isto:', quotedMsgId: id }))
    await desk.settle()
    const said = await must(
      ana.call<{ messages: MessageView[] }>('POST', `/messages/${ticket.id}`, { body: `já já ${word}` }),
    )
    const text = said.messages[0]?.id
    await desk.settle()
    await must(ana.call('PUT', `/messages/${text}`, { body: `amanhã ${word}` }))
    await desk.settle()
    const before = await everything(desk, ana)
    expect(findPlaces(word, before)).toEqual(
      expect.arrayContaining([
        'file',
        'realtime.feed',
        'sync',
        'tickets.message_documents',
        'tickets.messages',
        'tickets.ticket_words',
      ]),
    )
    // A sent body is not stored twice, deleted or not.
    expect(findPlaces(word, before)).not.toContain('messaging_gateway.outbound')
    for (const one of [id, text]) await must(ana.call('DELETE', `/messages/${one}`))
    const [line] = await must(ana.call<{ id: number }[]>('GET', '/whatsapp'))
    await must(
      ana.call('POST', '/simulator/revise', { connection: line?.id, number: '5511988887704', id: 'H2' }),
    )
    await sweep()
    const after = await everything(desk, ana)
    expect([findPlaces(word, after), findPlaces(theirs, after)]).toEqual([[], []])
    const shown = await fetchMessages(ana, ticket)
    expect(shown.filter(({ isDeleted }) => isDeleted).map(({ body, fromMe }) => [body, fromMe])).toEqual([
      ['', false],
      ['', true],
      ['', true],
    ])
    expect(
      shown.filter(({ quotedMsg }) => quotedMsg).map(({ quotedMsg }) => [quotedMsg?.id, quotedMsg?.body]),
    ).toEqual([
      [id, ''],
      [id, ''],
    ])
  })

  it('is announced as deleted to screens that were offline', async () => {
    const ana = await desk.agent('ana')
    const told = (await everything(desk, ana)).filter(
      ({ where, text }) => where === 'sync' && text.includes('"isDeleted":true'),
    )
    expect(told.length).toBeGreaterThan(2)
  })
})

describe('a closed ticket whose messages are kept no longer', () => {
  const word = 'reposteira'
  const number = '5511988887705'

  it('leaves its log and report; its words are nowhere, but on the phones', async () => {
    const admin = await desk.agent('admin')
    const phone = await desk.phone(number, 'Olga')
    await phone.says({ id: 'R1', body: `bom dia ${word}` })
    await phone.says({
      id: 'R2',
      body: `segue ${word}`,
      kind: 'application',
      media: { name: `${word}.txt`, mimeType: 'text/plain', base64: Buffer.from(word).toString('base64') },
    })
    const pending = await fetchTicket(admin, number)
    const ticket = await must(
      admin.call<TicketView>('PUT', `/tickets/${pending.id}`, { status: 'open', userId: admin.userId }),
    )
    await must(
      admin.call(
        'POST',
        `/messages/${ticket.id}`,
        form({ body: `preço ${word}` }, 'medias', { name: `${word}.txt`, content: word }),
      ),
    )
    await desk.settle()
    await must(admin.call('PUT', `/tickets/${ticket.id}`, { status: 'closed' }))
    await desk.settle()
    const places = async () =>
      findPlaces(word, await everything(desk, admin)).filter((place) => !place.startsWith('simulator.'))
    expect(await places()).toEqual(
      expect.arrayContaining([
        'file',
        'realtime.feed',
        'sync',
        'tickets.message_documents',
        'tickets.messages',
        'tickets.ticket_words',
        'tickets.tickets',
      ]),
    )
    await desk.pg.sql(`UPDATE tickets.tickets SET closed_at = now() - interval '2 months' WHERE id = $1`, [
      ticket.id,
    ])
    const preview = await must(admin.call<RetentionPreview>('GET', '/retention/preview?messagesMonths=1'))
    expect(preview.messages).toMatchObject({ tickets: 1, files: 2 })
    await must(admin.call('PUT', '/retention', { messagesMonths: 1 }))
    await sweep()
    expect(await places()).toEqual([])
    expect(await fetchMessages(admin, ticket)).toEqual([])
    const { messages } = await must(admin.call<RetentionView>('GET', '/retention'))
    const { isExact, ...expected } = preview.messages
    expect([isExact, messages.erased]).toEqual([true, expected])
    const log = await must(admin.call<{ log: unknown[] }>('GET', `/tickets/${ticket.id}/log`))
    expect(JSON.stringify(log)).toContain('resolved')
    await must(admin.call('PUT', '/retention', { messagesMonths: null }))
  })
})

describe('a contact that is deleted', () => {
  it('is nowhere after the sweep; another contact and another company lose nothing', async () => {
    const admin = await desk.agent('admin')
    const erased = await fill(desk.demo, ERASED)
    await fill(desk.demo, OTHER_CONTACT)
    await fill(elsewhere, ELSEWHERE)
    await sweep()
    const before = await everything(desk, admin)
    const held = before.filter(({ companyId: company }) => company !== elsewhere.id)
    expect(findPlaces(ERASED.word, held)).toEqual(
      expect.arrayContaining([
        'campaigns.schedules',
        'file',
        'messaging_gateway.address_book',
        'realtime.feed',
        'simulator.messages',
        'sync',
        'tickets.contact_merges',
        'tickets.contacts',
        'tickets.message_documents',
        'tickets.ticket_notes',
      ]),
    )
    expect(findPlaces(CORE, held)).toEqual(
      expect.arrayContaining([
        'messaging_gateway.conversation_aliases',
        'messaging_gateway.inbound_messages',
        'messaging_gateway.outbound',
        'messaging_gateway.signal_secrets',
        'tickets.contact_identities',
        'tickets.messages',
      ]),
    )
    const otherContact = findPlaces(OTHER_CONTACT.word, before)
    const other = findPlaces(ELSEWHERE.word, before)

    await must(admin.call('DELETE', `/contacts/${erased.contactId}`))
    await sweep()

    const after = await everything(desk, admin)
    const kept = after.filter(({ companyId: company }) => company !== elsewhere.id)
    expect([findPlaces(ERASED.word, after), findPlaces(CORE, kept), findPlaces(ERASED.lid, kept)]).toEqual([
      [],
      [],
      [],
    ])
    expect(findPlaces(OTHER_CONTACT.word, after)).toEqual(otherContact)
    expect(findPlaces(ELSEWHERE.word, after)).toEqual(other)
    const countRows = (traces: typeof before) =>
      traces.filter(({ text }) => text.includes(ELSEWHERE.word) || text.includes(OTHER_CONTACT.word)).length
    expect(countRows(after.filter(({ where }) => where !== 'sync' && !where.endsWith('.outbox')))).toBe(
      countRows(before.filter(({ where }) => where !== 'sync' && !where.endsWith('.outbox'))),
    )
  })
})

const SECRETS = ['sk-chave-que-ninguem-leva', 'token-do-asaas-que-fica-aqui']

/** What the other services store of a company besides its conversations. */
async function fillOffice(company: TestCompany, word: string): Promise<void> {
  const admin = await company.agent('admin')
  const post = (path: string, body: unknown) => must(admin.call<{ id: number }>('POST', path, body))
  const list = await post('/contact-lists', { name: `lista ${word}` })
  await post('/contact-list-items', {
    name: `Item ${word}`,
    number: ELSEWHERE.number,
    email: '',
    contactListId: list.id,
  })
  const [connection] = await must(admin.call<{ id: number }[]>('GET', '/whatsapp'))
  await post('/campaigns', {
    name: `campanha ${word}`,
    message1: `compre ${word}`,
    contactListId: list.id,
    whatsappId: connection?.id,
  })
  const files = await post('/files', { name: `arquivos ${word}`, message: word, options: [] })
  expect(files.id).toBeGreaterThan(0)
  const chat = await post('/chats', { title: `conversa ${word}`, users: [{ id: admin.userId }] })
  await post(`/chats/${chat.id}/messages`, { message: `entre nós ${word}` })
  await post('/tags', { name: `marca ${word}`, color: '#123456' })
  await post('/quick-messages', { shortcode: word, message: `atalho ${word}` })
  const queue = await post('/queue', { name: `fila ${word}`, color: '#654321', greetingMessage: '' })
  await post('/prompt', { name: `prompt ${word}`, prompt: word, apiKey: SECRETS[0], queueId: queue.id })
  await must(admin.call('PUT', '/settings/asaas', { value: SECRETS[1] }))
}

describe('a company that is exported', () => {
  it('is whole, with nothing of another company and no secret', async () => {
    const root = await desk.agent('root')
    await fillOffice(elsewhere, ELSEWHERE.word)
    await desk.settle()
    const archive = await downloadExport(desk, root, elsewhere.id)
    const tables = [...archive.keys()].filter((file) => file.endsWith('.jsonl'))
    expect(tables.map(toTable).sort()).toEqual(await listExportedTables(desk))
    for (const file of tables) {
      const lines = String(archive.get(file)).split('\n').slice(0, -1)
      const rows = lines.map((line) => JSON.parse(line) as { company_id: number })
      const [count] = await desk.pg.sql<{ n: number }>(
        `SELECT count(*)::int AS n FROM ${toTable(file)} WHERE company_id = ${elsewhere.id}`,
      )
      expect([file, rows.length]).toEqual([file, count?.n])
      expect(rows.filter(({ company_id }) => company_id !== elsewhere.id)).toEqual([])
    }
    const text = [...archive.values()].map((content) => content.toString('latin1')).join('\n')
    for (const told of [`olá ${ELSEWHERE.word}`, `nota ${ELSEWHERE.word}`, `entre nós ${ELSEWHERE.word}`])
      expect(text).toContain(Buffer.from(told).toString('latin1'))
    const theirs = [OTHER_CONTACT.word, OTHER_CONTACT.number, OTHER_CONTACT.lid, 'demo.test']
    for (const word of [...theirs, ...SECRETS]) expect([word, text.includes(word)]).toEqual([word, false])
    const secrets = await listSecrets(desk, elsewhere.id)
    expect(secrets.length).toBeGreaterThan(3)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    const media = [...archive.keys()].filter((file) => file.startsWith('companies/'))
    expect(media.length).toBeGreaterThan(3)
    expect(media.filter((file) => !file.startsWith(`companies/${elsewhere.id}/`))).toEqual([])
    for (const file of media) {
      const stored = readFileSync(path.join(desk.folder, 'media', file))
      expect(archive.get(file)).toEqual(stored)
    }
    expect(JSON.parse(String(archive.get('manifest.json')))).toMatchObject({
      companyId: elsewhere.id,
      media: { files: media.length },
    })
    expect([...archive.keys()].at(-1)).toBe('manifest.json')
  }, 240_000)

  it('is for super users, by a link of their own session', async () => {
    const rita = await desk.agent('rita')
    const admin = await desk.agent('admin')
    const start = (agent: TestAgent, company: number) =>
      agent.call<{ url: string; error?: string }>('POST', `/companies/${company}/export`)
    expect((await start(admin, admin.companyId)).body.error).toBe('ERR_NO_SUPER')
    expect((await start(rita, 1_999_999_999)).body.error).toBe('ERR_NO_COMPANY_FOUND')
    const { url } = (await start(rita, elsewhere.id)).body
    const open = async (link: string) => (await desk.anonymous<{ error?: string }>('GET', link)).body.error
    expect(await open(url.replace(`/${elsewhere.id}/`, `/${desk.demo.id}/`))).toBe('ERR_NO_COMPANY_FOUND')
    expect(await open(`${url}x`)).toBe('ERR_NO_COMPANY_FOUND')
    await must(rita.call('DELETE', '/auth/logout'))
    await waitFor(async () => (await open(url)) === 'ERR_SESSION_OVER')
    // Every service has the secret of media links: a ticket that is signed with it is forged. Auth's own is known, and its session over.
    const [link = '', ticket = ''] = url.split('ticket=')
    const [company = 0, user = 0, tokenVersion = 0] = ticket.split('.').map(Number)
    const claims = { companyId: companyId(company), userId: userId(user), tokenVersion }
    const openSigned = (secret: string) =>
      open(`${link}ticket=${createExportLinks(secret, systemClock).sign(companyId(elsewhere.id), claims)}`)
    expect(await openSigned(TEST_MEDIA_SECRET)).toBe('ERR_NO_COMPANY_FOUND')
    expect(await openSigned(testSecrets.keep('AUTH_SEAL_KEY'))).toBe('ERR_SESSION_OVER')
  })
})

describe('a company that is deleted', () => {
  const KEPT = ['billing.charges', 'billing.invoices']
  // Who was seen a while ago is offline: on a busy machine that happens meanwhile, and the feed tells it.
  const PASSING = ['realtime.announced_presence']
  const countTables = (traces: Awaited<ReturnType<typeof everything>>, company: number) => {
    const counts: Record<string, number> = {}
    for (const { where, companyId: id } of traces)
      if (id === company && !where.endsWith('.outbox') && where !== 'sync')
        counts[where] = (counts[where] ?? 0) + 1
    return counts
  }

  it('is nowhere after the sweep, in no table, file or feed; the other company loses nothing', async () => {
    const root = await desk.agent('root')
    await sweep()
    const before = await everything(desk, root)
    expect(Object.keys(countTables(before, elsewhere.id)).length).toBeGreaterThan(40)
    expect(findPlaces(ELSEWHERE.word, before)).toEqual(
      expect.arrayContaining([
        'campaigns.campaigns',
        'file',
        'messaging_gateway.address_book',
        'realtime.feed',
        'simulator.messages',
        'tickets.internal_chat_messages',
        'tickets.message_documents',
      ]),
    )

    await must(root.call('DELETE', `/companies/${elsewhere.id}`))
    await sweep()

    const after = await everything(desk, root)
    const others = after.filter(({ companyId: company }) => company !== desk.demo.id)
    for (const text of [ELSEWHERE.word, ELSEWHERE.lid, 'outra.test'])
      expect([text, findPlaces(text, after)]).toEqual([text, []])
    expect(findPlaces(CORE, others)).toEqual([])
    const left = Object.keys(countTables(after, elsewhere.id)).filter(
      (where) => !where.endsWith('.company_erasures'),
    )
    expect(left.filter((where) => !KEPT.includes(where))).toEqual([])
    const kept = countTables(after, desk.demo.id)
    const lost = Object.entries(countTables(before, desk.demo.id)).filter(
      ([where, count]) => !PASSING.includes(where) && (kept[where] ?? 0) < count,
    )
    expect(lost).toEqual([])
    expect(findPlaces(OTHER_CONTACT.word, after)).toEqual(findPlaces(OTHER_CONTACT.word, before))
  })
})
