import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import {
  companyId,
  type CampaignView,
  type CompanyHoursView,
  type MessagesPage,
  type QueueView,
  type TicketView,
} from '@balcao/contracts'
import { openMediaAccount } from '@balcao/billing/service'
import { DAY, type Database, type ServiceName } from '@balcao/kernel'
import { createFolderBlobStore, createQuotaBlobStore } from '@balcao/platform'
import {
  killEverywhere,
  temporaryFolder,
  waitFor,
  type TestAgent,
  type TestCompany,
  type TestDesk,
} from '@balcao/testkit'

import { readAllConfigs } from '../src/all-services'
import type { DeskImports } from '../src/system-import/import-context'
import { openDeskImports } from '../src/system-import/open-desk-imports'
import { sourceSystems } from '../src/system-import/open-source'
import { runImport, type ImportOptions, type ImportResult } from '../src/system-import/run-import'
import { SourceFiles } from '../src/system-import/source-files'
import type { ImportSource } from '../src/system-import/source.port'
import { undoImport } from '../src/system-import/undo-import'
import { openChatwootDatabase } from './support/chatwoot-database'
import { openFamilyDatabase } from './support/family-database'
import type { OtherDatabase } from './support/other-database'
import { startDesk, testSecrets } from './support/start-desk'

/* Databases of other systems, as small as they can be, moved into companies of a desk that runs. */

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const at = (minutes: number) => new Date(Date.UTC(2023, 4, 10, 12, minutes))

const { services: configs } = readAllConfigs({
  variables: { WHATSAPP_VAULT_KEYS: Buffer.alloc(32, 'vault').toString('base64') },
  secrets: testSecrets,
})

let desk: TestDesk
let imports: DeskImports
let ticketz: OtherDatabase
let files: string

beforeAll(async () => {
  desk = await startDesk()
  imports = openDeskImports(configs, desk.portsOf)
  ticketz = await openFamilyDatabase('ticketz')
  files = await temporaryFolder('other-files')
  await mkdir(path.join(files, 'public'))
  await writeFile(path.join(files, 'public', 'nota fiscal.png'), PNG)
  await writeFile(path.join(files, 'secret.txt'), 'not of the folder')
  await fillTicketz(ticketz)
})

async function fillTicketz({ put }: OtherDatabase): Promise<void> {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri']
  const weeklyRules = [{ days, hours: [{ from: '09:00', to: '17:30' }] }]
  const schedules = JSON.stringify({ weeklyRules, overrides: [], timezone: 'America/Manaus' })
  const holidays = [{ date: '2024-12-25', closed: true }]
  await put(
    'Companies',
    { id: 1, name: 'Padaria Sol', schedules, language: 'es' },
    { id: 2, name: 'Oficina Lua' },
  )
  await put(
    'Users',
    { id: 1, name: 'Rosa', email: 'Rosa@padaria.test', profile: 'admin', companyId: 1 },
    { id: 2, name: 'Caio', email: 'caio@padaria.test', profile: 'user', companyId: 1 },
    { id: 3, name: 'Sem', email: 'sem', profile: 'user', companyId: 1 },
    { id: 4, name: 'Lia', email: 'lia@oficina.test', profile: 'admin', companyId: 2 },
  )
  await put(
    'Queues',
    {
      id: 1,
      name: 'Encomendas',
      color: '#123456',
      greetingMessage: 'Oi',
      companyId: 1,
      schedules: JSON.stringify({ weeklyRules, overrides: holidays, timezone: 'America/Recife' }),
    },
    { id: 2, name: 'Oficina', color: '#654321', greetingMessage: '', companyId: 2 },
  )
  await put('UserQueues', { userId: 2, queueId: 1 })
  await put(
    'QueueOptions',
    { id: 1, title: 'Bolos', message: 'Qual?', option: '2', queueId: 1 },
    { id: 2, title: 'Pães', message: '', option: '1', queueId: 1 },
    { id: 3, title: 'De cenoura', message: 'Ótimo', option: '1', parentId: 1 },
  )
  await put(
    'Whatsapps',
    { id: 1, name: 'Loja', status: 'CONNECTED', greetingMessage: 'Olá', companyId: 1 },
    { id: 2, name: 'Oficina', companyId: 2 },
  )
  await put('WhatsappQueues', { whatsappId: 1, queueId: 1 })
  await put('Tags', { id: 1, name: 'Festa', color: '#ff0000', kanban: 0, companyId: 1 })
  await put(
    'QuickMessages',
    { id: 1, shortcode: 'pix', message: 'A chave é 123', companyId: 1, userId: 2 },
    { id: 2, shortcode: 'pix', message: 'Outra', companyId: 1, userId: 2 },
  )
  await put(
    'Contacts',
    {
      id: 1,
      name: 'Bento',
      number: '5511987650001',
      email: 'bento@cliente.test',
      companyId: 1,
      createdAt: at(0),
    },
    // The same person, as the number was before the ninth digit.
    { id: 2, name: 'Bento antigo', number: '551187650001', companyId: 1, createdAt: at(0) },
    { id: 3, name: 'Família', number: '120363041234567890', isGroup: true, companyId: 1, createdAt: at(0) },
    { id: 4, name: 'Sem número', number: '', companyId: 1, createdAt: at(0) },
    { id: 5, name: 'Alheia', number: '5511987650009', companyId: 2, createdAt: at(0) },
  )
  await put('WhatsappLidMaps', { lid: '99887766554433', companyId: 1, contactId: 1 })
  await put('ContactCustomFields', { name: 'Aniversário', value: '3 de maio', contactId: 1 })
  const ticket = { companyId: 1, whatsappId: 1, contactId: 1, createdAt: at(0), updatedAt: at(9) }
  await put(
    'Tickets',
    { ...ticket, id: 1, status: 'closed', userId: 2, queueId: 1 },
    {
      ...ticket,
      id: 2,
      status: 'open',
      userId: 2,
      queueId: 1,
      createdAt: at(20),
      updatedAt: at(30),
      unreadMessages: 3,
    },
    { ...ticket, id: 3, status: 'pending', contactId: 2, createdAt: at(40), updatedAt: at(41) },
    { ...ticket, id: 4, status: 'open', contactId: 4, userId: 2 },
    {
      ...ticket,
      id: 5,
      status: 'pending',
      contactId: 3,
      isGroup: true,
      createdAt: at(50),
      updatedAt: at(51),
    },
    { ...ticket, id: 6, status: 'closed', companyId: 2, contactId: 5, whatsappId: null },
  )
  await put('TicketTags', { ticketId: 1, tagId: 1 })
  await put('Contacts', { id: 6, name: 'Sem conversa', number: '5511987650006', companyId: 1 })
  await put('ContactTags', ...[1, 3, 4, 6].map((contact) => ({ contactId: contact, tagId: 1 })))
  await put(
    'UserRatings',
    { ticketId: 1, userId: 2, rate: 5, companyId: 1, createdAt: at(9) },
    { ticketId: 1, userId: 3, rate: 1, companyId: 1, createdAt: at(10) },
    { ticketId: 6, userId: 4, rate: 2, companyId: 2, createdAt: at(10) },
  )
  await put('ContactLists', { id: 1, name: 'Fregueses', companyId: 1 })
  await put('ContactListItems', { id: 1, name: 'Bento', number: '5511987650001', contactListId: 1 })
  const campaign = { message1: 'Oferta', companyId: 1, whatsappId: 1, contactListId: 1, createdAt: at(0) }
  await put(
    'Campaigns',
    { ...campaign, id: 1, name: 'Natal', status: 'FINALIZADA', completedAt: at(8), mediaPath: 'a.png' },
    { ...campaign, id: 2, name: 'Páscoa', status: 'PROGRAMADA' },
    { ...campaign, id: 3, name: 'Revisão', status: 'FINALIZADA', companyId: 2 },
  )
  await put(
    'CampaignShipping',
    { campaignId: 1, number: '5511987650001', contactId: 1, deliveredAt: at(5) },
    { campaignId: 1, number: '5511987650002', confirmationRequestedAt: at(5) },
    { campaignId: 1, number: '5511987650003' },
  )
  await put('TicketNotes', {
    note: 'Gosta de cenoura',
    userId: 2,
    contactId: 1,
    ticketId: 1,
    createdAt: at(8),
  })
  const jid = '5511987650001@s.whatsapp.net'
  const message = { companyId: 1, contactId: 1, ticketId: 1, remoteJid: jid, mediaType: 'conversation' }
  await put(
    'Messages',
    {
      ...message,
      id: 'A2',
      body: 'Temos sim, quindins',
      fromMe: true,
      ack: 4,
      createdAt: at(2),
      quotedMsgId: 'A1',
    },
    { ...message, id: 'A1', body: 'Vocês fazem quindim?', createdAt: at(1) },
    {
      ...message,
      id: 'A3',
      body: 'nota fiscal.png',
      mediaType: 'image',
      mediaUrl: 'nota fiscal.png',
      createdAt: at(3),
    },
    { ...message, id: 'A4', body: '', mediaType: 'audio', mediaUrl: 'sumiu.ogg', createdAt: at(4) },
    { ...message, id: 'A5', body: 'segredo', isDeleted: true, createdAt: at(5) },
    { ...message, id: 'A6', body: '👍', mediaType: 'reactionMessage', createdAt: at(6) },
    {
      ...message,
      id: 'A7',
      body: 'passwd',
      mediaType: 'application',
      mediaUrl: '../secret.txt',
      createdAt: at(7),
    },
    { ...message, ticketId: 2, id: 'B1', body: 'Quero dois', createdAt: at(21) },
    { ...message, ticketId: 2, id: 'B2', body: 'Anotado', fromMe: true, ack: 5, createdAt: at(22) },
    { ...message, ticketId: 3, contactId: 2, id: 'C1', body: 'Do número velho', createdAt: at(40) },
    { ...message, ticketId: 4, contactId: 4, id: 'D1', body: 'De ninguém', createdAt: at(40) },
    {
      ...message,
      ticketId: 5,
      contactId: 1,
      id: 'E1',
      body: 'Bom dia, grupo',
      remoteJid: '120363041234567890@g.us',
      participant: jid,
      createdAt: at(50),
    },
    {
      ...message,
      companyId: 2,
      ticketId: 6,
      contactId: 5,
      id: 'F1',
      body: 'berimbau alheio',
      createdAt: at(1),
    },
  )
  await put(
    'Schedules',
    { body: 'Feliz festa!', sendAt: new Date(Date.now() + 30 * DAY), contactId: 1, userId: 2, companyId: 1 },
    { body: 'Já foi', sendAt: at(0), sentAt: at(0), contactId: 1, userId: 2, companyId: 1 },
  )
  await put(
    'Settings',
    { key: 'CheckMsgIsGroup', value: 'disabled', companyId: 1 },
    { key: 'asaas', value: 'token', companyId: 1 },
    { key: 'autoReopenTimeout', value: '45', companyId: 1 },
    { key: 'apiToken', value: 'x', companyId: 1 },
  )
}

const openSource = (system: string, url: string, company?: string): Promise<ImportSource> =>
  sourceSystems[system]!({ url, company })

async function bring(
  company: Pick<TestCompany, 'id'>,
  options: Partial<ImportOptions> & { system?: string; url?: string; sourceCompany?: string } = {},
  via: DeskImports = imports,
): Promise<ImportResult> {
  const { system = 'ticketz', url = ticketz.url, sourceCompany, ...rest } = options
  const source = await openSource(
    system,
    url,
    sourceCompany ?? (system === 'ticketz' ? 'Padaria Sol' : undefined),
  )
  try {
    return await runImport(via, source, {
      companyId: companyId(company.id),
      isDry: false,
      makeUuid: () => desk.portsOf('tickets').ids.next(),
      now: new Date(),
      ...rest,
    })
  } finally {
    await source.close()
  }
}

/* As a process that is killed in what one service writes. */
const openVia = (service: ServiceName, db: Database): DeskImports =>
  openDeskImports(configs, (name) => (name === service ? { ...desk.portsOf(name), db } : desk.portsOf(name)))

const ofKind = ({ report }: ImportResult, kind: string) =>
  report.find((candidate) => candidate.kind === kind)!

const listTickets = async (agent: TestAgent, query: string): Promise<TicketView[]> =>
  (await agent.call<{ tickets: TicketView[] }>('GET', `/tickets?showAll=true&${query}`)).body.tickets

const readThread = async (agent: TestAgent, ticketId: number) =>
  (await agent.call<MessagesPage>('GET', `/messages/${ticketId}?markAsRead=false`)).body.messages

/** Rows of every table with a company, but for those that count what was seen or done meanwhile. */
async function countRows(company: number): Promise<Record<string, number>> {
  const tables = await desk.pg.sql<{ name: string }>(
    `SELECT c.table_schema || '.' || c.table_name AS name FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.column_name = 'company_id' AND t.table_type = 'BASE TABLE' AND c.table_schema NOT IN ('information_schema')
       AND c.table_name !~ '(outbox|inbox|feed|media_accounts|dead_events|erasures|sessions_directory|refresh_tokens)' ORDER BY 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await desk.pg.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${name} WHERE company_id = $1`,
      [company],
    )
    counts[name] = row?.count ?? 0
  }
  return counts
}

describe('an import from Ticketz', () => {
  let target: TestCompany
  let other: TestCompany
  let admin: TestAgent
  let otherBefore: Record<string, number>
  let before: Record<string, number>
  let dry: ImportResult
  let result: ImportResult

  beforeAll(async () => {
    target = await desk.company('Destino', {})
    other = await desk.company('Vizinha', {})
    admin = await target.agent('admin')
    await desk.settle()
    otherBefore = await countRows(other.id)
    before = await countRows(target.id)
  })

  it('says in a dry run what it would bring, and writes nothing', async () => {
    const looked = await SourceFiles.open(
      desk.portsOf('tickets'),
      path.join(files, 'public'),
      companyId(target.id),
    )
    dry = await bring(target, { isDry: true, files: looked })
    expect(looked.totals).toEqual({ found: 1, sizeBytes: PNG.length, missing: 2 })
    expect(dry.importId).toBeUndefined()
    expect(await countRows(target.id)).toEqual(before)
    expect(dry.faults).toEqual([])
    expect(ofKind(dry, 'contact')).toMatchObject({ source: 5, made: 3, joined: 1 })
    expect(ofKind(dry, 'contact').skipped).toEqual([
      { reason: 'it has no number of WhatsApp', count: 1, ids: ['4'] },
    ])
    expect(ofKind(dry, 'ticket')).toMatchObject({ source: 5, made: 4 })
  })

  it('brings every record or says why not', async () => {
    admin.forget()
    // As the program has it: billing's account, without billing.
    const { quota } = openMediaAccount(desk.portsOf('billing'))
    const blobs = createQuotaBlobStore(createFolderBlobStore(path.join(desk.folder, 'media')), quota)
    const ports = { ...desk.portsOf('tickets'), blobs }
    result = await bring(target, {
      files: await SourceFiles.open(ports, path.join(files, 'public'), companyId(target.id)),
    })
    await desk.settle()
    const summary = Object.fromEntries(
      result.report.map(({ kind, source, made, joined, skipped }) => [
        kind,
        [source, made, joined, ...skipped.map(({ reason, ids }) => `${reason}: ${ids.join()}`)],
      ]),
    )
    expect(summary).toEqual({
      queue: [1, 1, 0],
      queueOption: [3, 3, 0],
      user: [3, 2, 0, 'it has no e-mail address: 3'],
      connection: [1, 1, 0],
      tag: [1, 1, 0],
      quickMessage: [2, 1, 0, 'its shortcode is here already: 2'],
      contact: [5, 3, 1, 'it has no number of WhatsApp: 4'],
      contactTag: [4, 2, 0, 'its ticket was not brought: 4/1', 'its contact has no ticket: 6/1'],
      ticket: [5, 4, 0, 'its contact was not brought: 4'],
      note: [1, 1, 0],
      rating: [2, 1, 0, 'its agent was not brought: 2'],
      message: [12, 10, 0, 'a reaction: 1/A6', 'its ticket was not brought: 4/*'],
      schedule: [1, 1, 0],
      campaign: [2, 1, 0, 'it is not finished: 2'],
      session: [0, 0, 0],
      setting: [6, 4, 0, 'there is none like it here: apiToken', 'it is a secret: asaas'],
    })
    expect(ofKind(result, 'ticket').changed).toEqual([
      { reason: 'closed: the contact has another unclosed ticket on the connection', count: 1, ids: ['3'] },
    ])
    // A dry run foresees all of it.
    expect(result.report).toEqual(dry.report)
    expect(ofKind(result, 'campaign').changed).toMatchObject([{ reason: 'without its file', ids: ['1'] }])
    expect(ofKind(result, 'queue').changed).toMatchObject([
      { reason: expect.stringContaining('special days') as string, ids: ['1'] },
    ])
    expect(result.faults).toEqual([])
  })

  it('shows tickets as they were', async () => {
    const closed = await listTickets(admin, 'status=closed')
    expect(closed.map(({ lastMessage, updatedAt }) => [lastMessage, updatedAt])).toEqual([
      ['Do número velho', at(41).toISOString()],
      ['passwd', at(9).toISOString()],
    ])
    expect(closed[1]).toMatchObject({
      user: { name: 'Caio' },
      queue: { name: 'Encomendas', color: '#123456' },
      whatsapp: { name: 'Loja' },
      tags: [{ name: 'Festa' }],
      unreadMessages: 0,
      createdAt: at(0).toISOString(),
    })
    const [open] = await listTickets(admin, 'status=open')
    expect(open).toMatchObject({ user: { name: 'Caio' }, lastMessage: 'Anotado', unreadMessages: 0 })
    const [group] = await listTickets(admin, 'status=pending')
    expect(group).toMatchObject({ isGroup: true, contact: { name: 'Família' } })
  })

  it('shows the thread, with files, quotes and what is gone', async () => {
    const [first] = (await listTickets(admin, 'status=closed')).slice(-1)
    const thread = await readThread(admin, first!.id)
    expect(thread.map(({ body, fromMe, ack, createdAt }) => [body, fromMe, ack, createdAt])).toEqual([
      ['Vocês fazem quindim?', false, 0, at(1).toISOString()],
      ['Temos sim, quindins', true, 3, at(2).toISOString()],
      ['', false, 0, at(3).toISOString()],
      ['', false, 0, at(4).toISOString()],
      ['', false, 0, at(5).toISOString()],
      ['passwd', false, 0, at(7).toISOString()],
    ])
    expect(thread[1]?.quotedMsg).toMatchObject({ id: thread[0]?.id, body: 'Vocês fazem quindim?' })
    expect(thread[2]).toMatchObject({
      mediaType: 'image',
      media: { name: 'nota fiscal.png', mimeType: 'image/png' },
    })
    const [file] = await desk.pg.sql<{ key: string }>(
      `SELECT body->'media'->>'key' AS key FROM tickets.message_documents WHERE body->'media'->>'key' IS NOT NULL`,
    )
    expect(await readFile(path.join(desk.folder, 'media', file!.key))).toEqual(PNG)
    expect(await desk.pg.sql('SELECT * FROM tickets.pending_blobs WHERE key = $1', [file!.key])).toEqual([])
    expect(
      await desk.pg.sql('SELECT size_bytes::int, unsettled_at FROM billing.media_files WHERE key = $1', [
        file!.key,
      ]),
    ).toEqual([{ size_bytes: PNG.length, unsettled_at: null }])
    expect(thread[3]).toMatchObject({ mediaType: 'audio', mediaState: 'gone' })
    expect(thread[4]).toMatchObject({ isDeleted: true })
    // Outside of the folder.
    expect(thread[5]).toMatchObject({ mediaState: 'gone' })
    expect(JSON.stringify(await desk.pg.sql('SELECT * FROM tickets.message_documents'))).not.toContain(
      'segredo',
    )
  })

  it('is found by search, and among the contact’s earlier tickets', async () => {
    expect((await listTickets(admin, 'searchParam=quindim')).map(({ contact }) => contact?.name)).toEqual([
      'Bento',
    ])
    expect(await listTickets(admin, 'searchParam=segredo')).toEqual([])
    const [open] = await listTickets(admin, 'status=open')
    const { body } = await admin.call<{ messages: { body: string }[] }>(
      'GET',
      `/messages/${open!.id}/earlier`,
    )
    expect(JSON.stringify(body)).toContain('Temos sim, quindins')
  })

  it('brings what agents work with', async () => {
    const [user] = await desk.pg.sql<{ id: number }>(
      `SELECT id FROM auth.users WHERE email = 'caio@padaria.test'`,
    )
    const { body: users } = await admin.call<{
      users: { email: string; profile: string; queues: { name: string }[] }[]
    }>('GET', '/users')
    expect(users.users.map(({ email, profile }) => [email, profile])).toEqual(
      expect.arrayContaining([
        ['rosa@padaria.test', 'admin'],
        ['caio@padaria.test', 'user'],
      ]),
    )
    const { body: options } = await admin.call<{ title: string }[]>(
      'GET',
      `/queue-options?queueId=${(await listTickets(admin, 'status=open'))[0]?.queueId}`,
    )
    expect(options.map(({ title }) => title)).toEqual(expect.arrayContaining(['Pães', 'Bolos']))
    const { body: connections } = await admin.call<{ name: string; status: string }[]>('GET', '/whatsapp')
    expect(connections).toMatchObject([{ name: 'Loja', status: 'DISCONNECTED' }])
    const { body: notes } = await admin.call<{ note: string; userId: number }[]>(
      'GET',
      `/ticket-notes/list?contactId=${(await listTickets(admin, 'status=open'))[0]?.contactId}`,
    )
    expect(JSON.stringify(notes)).toContain('Gosta de cenoura')
    const { body: schedules } = await admin.call<{
      schedules: { body: string; contact: { name: string }; userId: number }[]
    }>('GET', '/schedules')
    expect(schedules.schedules).toMatchObject([
      { body: 'Feliz festa!', contact: { name: 'Bento' }, userId: user?.id },
    ])
    const { body: settings } = await admin.call<{ key: string; value: string }[]>('GET', '/settings')
    expect(settings).toContainEqual({ key: 'CheckMsgIsGroup', value: 'disabled' })
    expect(settings).toContainEqual({ key: 'timeCreateNewTicket', value: '45' })
    expect(settings).toContainEqual({ key: 'language', value: 'es' })
  })

  it('brings business hours, finished campaigns, rates and tags of contacts', async () => {
    const { body: hours } = await admin.call<CompanyHoursView>('GET', `/companies/${target.id}/schedules`)
    expect(hours.timeZone).toBe('America/Manaus')
    expect(hours.schedules.map(({ startTime, endTime }) => `${startTime}-${endTime}`)).toEqual([
      ...Array<string>(5).fill('09:00-17:30'),
      '00:00-00:00',
      '00:00-00:00',
    ])
    const { body: queues } = await admin.call<QueueView[]>('GET', '/queue')
    expect(queues[0]?.schedules[0]).toMatchObject({ weekdayEn: 'monday', startTime: '09:00' })
    const { body: campaigns } = await admin.call<{ records: CampaignView[] }>('GET', '/campaigns')
    expect(campaigns.records).toMatchObject([
      { name: 'Natal', status: 'FINALIZADA', completedAt: at(8).toISOString(), message1: 'Oferta' },
    ])
    expect(
      await desk.pg.sql(
        `SELECT name, state, number_key FROM campaigns.campaign_items WHERE company_id = ${target.id} ORDER BY position`,
      ),
    ).toEqual([
      { name: 'Bento', state: 'delivered', number_key: '551187650001' },
      { name: '', state: 'refused', number_key: '551187650002' },
      { name: '', state: 'failed', number_key: '551187650003' },
    ])
    const [open] = await listTickets(admin, 'status=open')
    expect(open).toMatchObject({ tags: [{ name: 'Festa' }] })
    expect(
      await desk.pg.sql(`SELECT rate, created_at FROM tickets.user_ratings WHERE company_id = ${target.id}`),
    ).toEqual([{ rate: 3, created_at: at(9) }])
  })

  it('sends and announces nothing of the past', async () => {
    const [queue] = await desk.pg.sql<{ id: number }>('SELECT id FROM tickets.queues WHERE company_id = $1', [
      target.id,
    ])
    const rules = { expiresTicket: 1, timeToTransfer: 1, transferQueueId: queue?.id }
    await desk.pg.sql('UPDATE tickets.connections SET rules = rules || $2 WHERE company_id = $1', [
      target.id,
      rules,
    ])
    await desk.runJobs()
    await desk.settle()
    expect(admin.heard('ticket')).toEqual([])
    expect(admin.heard('appMessage')).toEqual([])
    expect(
      await desk.pg.sql(`SELECT * FROM messaging_gateway.outbound WHERE company_id = ${target.id}`),
    ).toEqual([])
    expect(await listTickets(admin, 'status=open')).toHaveLength(1)
    expect((await listTickets(admin, 'status=pending')).map(({ queueId }) => queueId)).toEqual([null])
    expect(desk.mailer.sent).toEqual([])
  })

  it('does nothing again', async () => {
    const counts = await countRows(target.id)
    const again = await bring(target)
    expect(again).toMatchObject({ isRepeat: true, importId: result.importId })
    expect(await countRows(target.id)).toEqual(counts)
  })

  it('neither reads nor writes another company', async () => {
    expect(await countRows(other.id)).toEqual(otherBefore)
    expect(await listTickets(admin, 'searchParam=berimbau')).toEqual([])
    await expect(undoImport(imports, companyId(other.id), result.importId!)).rejects.toMatchObject({
      code: 'ERR_VALIDATION',
    })
  })

  it('is brought into two companies without either seeing the other’s', async () => {
    const second = await bring(other, { sourceCompany: '2' })
    expect(second.faults).toEqual([])
    expect(ofKind(second, 'ticket')).toMatchObject({
      made: 1,
      changed: [{ reason: 'on the default connection: its own is gone there', ids: ['6'] }],
    })
    expect(await listTickets(await other.agent('admin'), 'searchParam=berimbau')).toHaveLength(1)
    expect(await listTickets(await other.agent('admin'), 'searchParam=quindim')).toEqual([])
    expect(await listTickets(admin, 'searchParam=berimbau')).toEqual([])
  })

  it('is undone, but for what went on since', async () => {
    const [open] = await listTickets(admin, 'status=open')
    await admin.call('PUT', `/tickets/${open!.id}`, { status: 'closed' })
    await desk.settle()
    const undone = await undoImport(imports, companyId(target.id), result.importId!)
    await desk.settle()
    expect(undone.deleted).toMatchObject({
      ticket: 3,
      note: 1,
      rating: 1,
      contactTag: 1,
      contact: 2,
      schedule: 1,
      campaign: 1,
    })
    expect(undone.kept.map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([
      'ticket: it went on since',
      'contact: it has tickets, schedules or merges',
      'tag: it is in use',
      'connection: it is in use',
      'user: it is in use',
      'queue: it is in use',
      'setting: the company may have been working with it',
    ])
    expect((await listTickets(admin, 'status=closed')).map(({ id }) => id)).toEqual([open!.id])
    expect(await listTickets(admin, 'searchParam=quindim')).toEqual([])
    await desk.runJobs()
    const left = await desk.pg.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM tickets.message_documents WHERE company_id = ${target.id}`,
    )
    expect(left[0]?.count).toBe(2)
  })
})

describe('an import from Whaticket', () => {
  let whaticket: OtherDatabase

  beforeAll(async () => {
    whaticket = await openFamilyDatabase('whaticket')
    const { put } = whaticket
    await put('Users', { id: 1, name: 'Nina', email: 'nina@loja.test', profile: 'admin' })
    await put('Queues', { id: 1, name: 'Balcão', color: '#00aa00' })
    await put('UserQueues', { userId: 1, queueId: 1 })
    await put('Whatsapps', { id: 1, name: 'Fixo', status: 'CONNECTED' })
    await put('QuickAnswers', { id: 1, shortcut: 'oi', message: 'Olá!' })
    for (let id = 1; id <= 3; id += 1) {
      await put('Contacts', { id, name: `Freguês ${id}`, number: `551133330${id}00` })
      await put('Tickets', {
        id,
        status: id === 3 ? 'open' : 'closed',
        contactId: id,
        userId: 1,
        queueId: 1,
        whatsappId: 1,
      })
      for (const nth of [1, 2])
        await put('Messages', {
          id: `W${id}${nth}`,
          body: `Recado ${id} ${nth}`,
          ack: 3,
          fromMe: nth === 2,
          ticketId: id,
          contactId: id,
          mediaType: 'chat',
          createdAt: at(nth),
        })
    }
    await put('Settings', { key: 'userCreation', value: 'enabled' })
  })

  const whole = {
    users: 1,
    queues: 1,
    connections: 1,
    quick: 1,
    contacts: 3,
    tickets: 3,
    messages: 6,
    documents: 6,
    uses: 3,
  }

  const nothing = Object.fromEntries(Object.keys(whole).map((what) => [what, 0]))

  const countMoved = async (company: number) => {
    const own = `WHERE company_id = ${company}`
    const [row] = await desk.pg.sql<Record<string, number>>(
      `SELECT (SELECT count(*) FROM auth.users ${own} AND email LIKE 'nina@%')::int AS users,
        (SELECT count(*) FROM tickets.queues ${own})::int AS queues,
        (SELECT count(*) FROM messaging_gateway.connections ${own} AND deleted_at IS NULL)::int AS connections,
        (SELECT count(*) FROM tickets.quick_messages ${own})::int AS quick,
        (SELECT count(*) FROM tickets.contacts ${own})::int AS contacts,
        (SELECT count(*) FROM tickets.tickets ${own})::int AS tickets,
        (SELECT count(*) FROM tickets.messages ${own})::int AS messages,
        (SELECT count(*) FROM tickets.message_documents ${own})::int AS documents,
        (SELECT count(*) FROM tickets.ticket_words ${own} AND word = 'recado' AND uses = 2)::int AS uses`,
    )
    return row
  }

  it.each(['tickets', 'auth', 'messaging-gateway'] as const)(
    'doubles nothing, wherever it is killed in what %s writes',
    async (service) => {
      const company = await desk.company(`Morta ${service}`, {})
      await desk.pg.sql(
        `UPDATE auth.users SET email = 'gone-' || id || '@loja.test' WHERE email = 'nina@loja.test'`,
      )
      const kills = await killEverywhere(desk.portsOf(service).db, async (db) => {
        const killed = openVia(service, db)
        const result = await bring(
          company,
          { system: 'whaticket', url: whaticket.url, messagesAtOnce: 2 },
          killed,
        )
        expect(result.faults).toEqual([])
      })
      expect(kills).toBeGreaterThan(3)
      expect(await countMoved(company.id)).toEqual(whole)
      const [{ id: importId } = { id: 0 }] = await desk.pg.sql<{ id: number }>(
        'SELECT id FROM tickets.system_imports WHERE company_id = $1',
        [company.id],
      )
      await killEverywhere(desk.portsOf(service).db, async (db) => {
        await undoImport(openVia(service, db), companyId(company.id), importId)
      })
      await desk.runJobs()
      expect(await countMoved(company.id)).toEqual(nothing)
    },
  )

  it('doubles no campaign, wherever it is killed in what campaigns writes', async () => {
    const company = await desk.company('Morta campanha', {})
    await desk.pg.sql(
      `UPDATE auth.users SET email = 'gone-' || id || '@padaria.test' WHERE email IN ('rosa@padaria.test', 'caio@padaria.test')`,
    )
    const { db } = desk.portsOf('campaigns')
    const count = async () => {
      const own = `WHERE company_id = ${company.id}`
      const [row] = await desk.pg.sql<Record<string, number>>(
        `SELECT (SELECT count(*) FROM campaigns.campaigns ${own})::int AS campaigns,
          (SELECT count(*) FROM campaigns.campaign_items ${own})::int AS items,
          (SELECT count(*) FROM campaigns.schedules ${own})::int AS schedules`,
      )
      return row
    }
    const kills = await killEverywhere(db, async (killed) => {
      const result = await bring(company, {}, openVia('campaigns', killed))
      expect(result.faults).toEqual([])
      expect(ofKind(result, 'campaign')).toMatchObject({ made: 1 })
    })
    expect(kills).toBeGreaterThan(1)
    expect(await count()).toEqual({ campaigns: 1, items: 3, schedules: 1 })
    const [{ id: importId } = { id: 0 }] = await desk.pg.sql<{ id: number }>(
      'SELECT id FROM tickets.system_imports WHERE company_id = $1',
      [company.id],
    )
    await killEverywhere(db, async (killed) => {
      await undoImport(openVia('campaigns', killed), companyId(company.id), importId)
    })
    expect(await count()).toEqual({ campaigns: 0, items: 0, schedules: 0 })
  })

  it('mails codes only when asked, and once', async () => {
    const company = await desk.company('Convidada', {})
    await desk.pg.sql(
      `UPDATE auth.users SET email = 'gone-' || id || '@loja.test' WHERE email = 'nina@loja.test'`,
    )
    await bring(company, { system: 'whaticket', url: whaticket.url, mailsResets: true })
    await bring(company, { system: 'whaticket', url: whaticket.url, mailsResets: true })
    await waitFor(() => desk.mailer.sent.length > 0)
    await desk.settle()
    expect(desk.mailer.sent.map(({ to }) => to)).toEqual(['nina@loja.test'])
  })

  it('uses the connection that is named, and the contacts, users and queues that are here', async () => {
    const company = await desk.company('Cheia', { bia: { queues: ['balcão'] } })
    const phone = await company.phone('551133330100', 'Conhecido')
    await phone.says('Já falei aqui')
    await desk.settle()
    const [own] = await desk.pg.sql<{ name: string }>(
      'SELECT name FROM messaging_gateway.connections WHERE company_id = $1',
      [company.id],
    )
    const [received] = await desk.pg.sql<{ wa_id: string }>(
      'SELECT wa_id FROM tickets.messages WHERE company_id = $1',
      [company.id],
    )
    await whaticket.put('Messages', {
      id: received!.wa_id,
      body: 'Já falei aqui',
      ticketId: 1,
      contactId: 1,
      mediaType: 'chat',
      createdAt: at(9),
    })
    await expect(
      bring(company, {
        system: 'whaticket',
        url: whaticket.url,
        connectionNames: new Map([['Fixo', 'Não há']]),
      }),
    ).rejects.toMatchObject({ detail: 'the company has no connection Não há' })
    const options = {
      system: 'whaticket',
      url: whaticket.url,
      connectionNames: new Map([['Fixo', own!.name]]),
    }
    const dry = await bring(company, { ...options, isDry: true })
    const result = await bring(company, options)
    expect(result.report).toEqual(dry.report)
    expect(ofKind(result, 'connection')).toMatchObject({ made: 0, joined: 1 })
    expect(ofKind(result, 'queue')).toMatchObject({ made: 0, joined: 1 })
    expect(ofKind(result, 'contact')).toMatchObject({ made: 2, joined: 1 })
    expect(ofKind(result, 'message')).toMatchObject({
      source: 7,
      made: 6,
      skipped: [{ reason: 'the desk received or sent it itself', ids: [`1/${received!.wa_id}`] }],
    })
    expect(result.faults).toEqual([])
    expect(ofKind(result, 'user').skipped).toMatchObject([
      { reason: 'a user of another company here has the e-mail' },
    ])
  })

  it('names what is missing, and what it does not know', async () => {
    await expect(openSource('ticketz', whaticket.url)).rejects.toMatchObject({
      detail: expect.stringContaining('use --from whaticket') as string,
    })
    await expect(openSource('whaticket', ticketz.url)).rejects.toMatchObject({
      detail: expect.stringContaining('use --from ticketz') as string,
    })
    await expect(openSource('ticketz', ticketz.url)).rejects.toMatchObject({
      detail:
        'the other system has several companies, name one with --source-company: 1 (Padaria Sol), 2 (Oficina Lua)',
    })
    const odd = await openFamilyDatabase('whaticket')
    await odd.pg.sql(
      'ALTER TABLE public."Tickets" ADD COLUMN extra text; ALTER TABLE public."Messages" DROP COLUMN "fromMe"; DROP TABLE public."UserQueues"',
    )
    await expect(openSource('whaticket', odd.url)).rejects.toMatchObject({
      detail: expect.stringContaining('it lacks Messages.fromMe, UserQueues') as string,
    })
    await odd.pg.sql(
      'ALTER TABLE public."Messages" ADD COLUMN "fromMe" boolean; CREATE TABLE public."UserQueues" ("userId" int, "queueId" int)',
    )
    const source = await openSource('whaticket', odd.url)
    expect(source).toMatchObject({
      unknown: ['Tickets.extra'],
      version: 'whaticket, 20220223095932-add-whatsapp-to-user.js',
    })
    await source.close()
  })
})

describe('an import from Chatwoot', () => {
  let company: TestCompany
  let result: ImportResult

  beforeAll(async () => {
    const { put, url } = await openChatwootDatabase()
    const own = { account_id: 1 }
    await put('accounts', { id: 1, name: 'Papelaria' })
    await put('users', { id: 1, name: 'Edu', email: 'edu@papelaria.test' })
    await put('account_users', { ...own, user_id: 1, role: 0 })
    await put('teams', { id: 1, name: 'vendas', ...own })
    await put('team_members', { team_id: 1, user_id: 1 })
    await put('inboxes', {
      id: 1,
      name: 'Zap',
      channel_type: 'Channel::Whatsapp',
      working_hours_enabled: true,
      csat_survey_enabled: true,
      timezone: 'America/Bahia',
      ...own,
    })
    const open = { open_hour: 8, open_minutes: 30, close_hour: 18, close_minutes: 0 }
    await put(
      'working_hours',
      { ...own, inbox_id: 1, day_of_week: 0, closed_all_day: true },
      { ...own, inbox_id: 1, day_of_week: 1, ...open },
    )
    await put('csat_survey_responses', { ...own, conversation_id: 1, rating: 3, assigned_agent_id: 1 })
    const campaign = { ...own, inbox_id: 1, message: 'Volta às aulas', scheduled_at: '2023-05-10 12:00:00' }
    await put(
      'campaigns',
      { ...campaign, title: 'Cadernos', campaign_type: 1, campaign_status: 1 },
      { ...campaign, title: 'Do site', campaign_type: 0 },
    )
    await put('labels', { id: 1, title: 'escolar', color: '#00ff00', ...own })
    await put('canned_responses', { id: 1, short_code: 'frete', content: 'O frete é grátis', ...own })
    await put(
      'contacts',
      { id: 1, name: 'Ivo', phone_number: '+5511911112222', custom_attributes: { turma: '3B' }, ...own },
      { id: 2, name: 'Do site', email: 'site@x.test', ...own },
    )
    const conversation = {
      ...own,
      inbox_id: 1,
      last_activity_at: '2023-05-10 12:30:00',
      created_at: '2023-05-10 12:00:00',
    }
    await put(
      'conversations',
      { ...conversation, id: 1, status: 1, contact_id: 1, assignee_id: 1, team_id: 1 },
      { ...conversation, id: 2, status: 0, contact_id: 2 },
    )
    await put('tags', { id: 1, name: 'escolar' })
    await put('taggings', { tag_id: 1, taggable_type: 'Conversation', taggable_id: 1, context: 'labels' })
    await put('notes', { content: 'Prefere manhã', contact_id: 1, user_id: 1, ...own })
    const message = { ...own, conversation_id: 1 }
    await put(
      'messages',
      {
        ...message,
        id: 1,
        message_type: 0,
        content: 'Tem lapiseira?',
        source_id: 'wamid.1',
        created_at: '2023-05-10 12:01:00',
      },
      { ...message, id: 2, message_type: 2, content: 'Edu assumiu', created_at: '2023-05-10 12:02:00' },
      {
        ...message,
        id: 3,
        message_type: 1,
        content: 'Duas fotos',
        status: 2,
        created_at: '2023-05-10 12:03:00',
      },
      {
        ...message,
        id: 4,
        message_type: 1,
        private: true,
        content: 'Cliente antigo',
        sender_type: 'User',
        sender_id: 1,
      },
      { ...message, id: 5, conversation_id: 2, message_type: 0, content: 'Pelo site' },
    )
    await put('attachments', { id: 1, file_type: 0, message_id: 3 }, { id: 2, file_type: 0, message_id: 3 })
    for (const id of [1, 2]) {
      await put('active_storage_attachments', {
        name: 'file',
        record_type: 'Attachment',
        record_id: id,
        blob_id: id,
      })
      await put('active_storage_blobs', { id, key: `abcd${id}`, filename: `foto ${id}.png` })
    }
    const storage = path.join(files, 'storage')
    await mkdir(path.join(storage, 'ab', 'cd'), { recursive: true })
    await writeFile(path.join(storage, 'ab', 'cd', 'abcd1'), PNG)
    company = await desk.company('Papel', {})
    result = await bring(company, {
      system: 'chatwoot',
      url,
      files: await SourceFiles.open(desk.portsOf('tickets'), storage, companyId(company.id)),
    })
    await desk.settle()
  })

  it('brings every record or says why not', () => {
    expect(result.faults).toEqual([])
    expect(ofKind(result, 'contact').skipped).toEqual([
      { reason: 'it has no number of WhatsApp', count: 1, ids: ['2'] },
    ])
    expect(ofKind(result, 'message')).toMatchObject({
      source: 5,
      made: 3,
      skipped: [
        { reason: 'a line about what happened', ids: ['1/2'] },
        { reason: 'its ticket was not brought', ids: ['2/*'] },
      ],
    })
    expect(ofKind(result, 'note')).toMatchObject({ source: 2, made: 2 })
    expect(ofKind(result, 'rating')).toMatchObject({ source: 1, made: 1 })
    expect(ofKind(result, 'campaign')).toMatchObject({ source: 2, made: 1 })
    expect(ofKind(result, 'setting')).toMatchObject({ source: 3, made: 3 })
  })

  it('shows conversations with files, notes, labels and who served them', async () => {
    const admin = await company.agent('admin')
    const [ticket] = await listTickets(admin, 'searchParam=lapiseira')
    expect(ticket).toMatchObject({
      status: 'closed',
      user: { name: 'Edu' },
      queue: { name: 'vendas' },
      whatsapp: { name: 'Zap' },
      tags: [{ name: 'escolar' }],
      updatedAt: at(30).toISOString(),
    })
    const thread = await readThread(admin, ticket!.id)
    expect(
      thread.map(({ body, fromMe, mediaType, mediaState }) => [body, fromMe, mediaType, mediaState]),
    ).toEqual([
      ['Tem lapiseira?', false, 'chat', null],
      ['Duas fotos', true, 'image', null],
      // Not in the folder.
      ['', true, 'image', 'gone'],
    ])
    const { body: hours } = await admin.call<CompanyHoursView>('GET', `/companies/${company.id}/schedules`)
    expect(hours.timeZone).toBe('America/Bahia')
    expect(hours.schedules.slice(0, 2)).toMatchObject([
      { startTime: '08:30', endTime: '18:00' },
      { startTime: '00:00', endTime: '00:00' },
    ])
    const { body: notes } = await admin.call<{ note: string }[]>(
      'GET',
      `/ticket-notes/list?contactId=${ticket!.contactId}`,
    )
    expect(notes.map(({ note }) => note).sort()).toEqual(['Cliente antigo', 'Prefere manhã'])
  })
})
