import { companyId } from '@balcao/contracts'
import { killEverywhere, type TestCompany, type TestDesk } from '@balcao/testkit'
import * as baileys from '@whiskeysockets/baileys'
import { Client } from 'pg'

import { readAllConfigs } from '../src/all-services'
import type { DeskImports } from '../src/system-import/import-context'
import { runImportProgram } from '../src/system-import/import-program'
import { openDeskImports } from '../src/system-import/open-desk-imports'
import { sourceSystems } from '../src/system-import/open-source'
import { runImport, type ImportResult } from '../src/system-import/run-import'
import { undoImport } from '../src/system-import/undo-import'
import { openFamilyDatabase } from './support/family-database'
import type { OtherDatabase } from './support/other-database'
import { startDesk, testSecrets } from './support/start-desk'

/* Sessions of Ticketz; that a converted one opens at the network is in the gateway's tests. */

const { services: configs } = readAllConfigs({
  variables: { WHATSAPP_VAULT_KEYS: Buffer.alloc(32, 'vault').toString('base64') },
  secrets: testSecrets,
})
const AGAIN = ': link the number again'

let desk: TestDesk
let imports: DeskImports
let ticketz: OtherDatabase

const toText = (value: unknown) => JSON.stringify(value, baileys.BufferJSON.replacer)

function linkedCreds(number: string) {
  const account = { details: Buffer.from('d'), accountSignature: Buffer.alloc(64) }
  return { ...baileys.initAuthCreds(), me: { id: `${number}:3@s.whatsapp.net` }, account }
}

beforeAll(async () => {
  // Nobody listens there: no test reaches WhatsApp.
  desk = await startDesk({
    env: { WHATSAPP_WEB_URL: 'ws://127.0.0.1:9', WHATSAPP_WEB_CLIENT_URL: 'http://127.0.0.1:9' },
  })
  imports = openDeskImports(configs, desk.portsOf)
  ticketz = await openFamilyDatabase('ticketz')
  const { put } = ticketz
  await put('Companies', { id: 1, name: 'Padaria' }, { id: 2, name: 'Oficina' })
  const connection = (id: number, name: string, state: unknown, company = 1) => ({
    id,
    name,
    companyId: company,
    ...(state !== undefined && { session: toText({ creds: state, keys: {} }) }),
  })
  await put(
    'Whatsapps',
    connection(1, 'Loja', linkedCreds('5511940000011')),
    connection(2, 'Nova', undefined),
    connection(3, 'Aberta', baileys.initAuthCreds()),
    connection(4, 'Daqui', linkedCreds('5511940000004')),
    connection(5, 'Alheia', linkedCreds('5511940000005'), 2),
  )
  const key = toText(baileys.initAuthCreds().noiseKey)
  for (const id of [1, 3, 4, 5])
    await put('BaileysKeys', { whatsappId: id, type: 'pre-key', key: '1', value: key })
})

async function bring(
  company: Pick<TestCompany, 'id'>,
  { isDry = false, isStopped = true, bringsSessions = true, via = imports } = {},
): Promise<ImportResult> {
  const source = await sourceSystems['ticketz']!({ url: ticketz.url, company: 'Padaria' })
  // The test itself is connected to the other system's database.
  if (isStopped) source.listOtherClients = () => Promise.resolve([])
  try {
    return await runImport(via, source, {
      companyId: companyId(company.id),
      isDry,
      bringsSessions,
      makeUuid: () => desk.portsOf('tickets').ids.next(),
      now: new Date(),
    })
  } finally {
    await source.close()
  }
}

const sessionsOf = ({ report }: ImportResult) => report.find(({ kind }) => kind === 'session')!

const readStored = (company: number) =>
  desk.pg.sql<{ name: string; wanted: boolean; secrets: number; commands: number }>(
    `SELECT c.name, c.wanted, c.command_number::int AS commands,
       (SELECT count(*)::int FROM messaging_gateway.signal_secrets s WHERE s.company_id = c.company_id AND s.connection_id = c.id) AS secrets
     FROM messaging_gateway.connections c WHERE c.company_id = $1 AND c.deleted_at IS NULL ORDER BY c.name`,
    [company],
  )

async function companyWithConnection(name: string): Promise<TestCompany> {
  const company = await desk.company(name, {})
  const linked = await company.phone('5511940000004', 'Freguês')
  await linked.says('Oi')
  await desk.pg.sql(`UPDATE messaging_gateway.connections SET name = 'Daqui' WHERE company_id = $1`, [
    company.id,
  ])
  return company
}

const notBrought = [
  { reason: `the database has none${AGAIN}`, ids: ['2'] },
  { reason: `it was never linked${AGAIN}`, ids: ['3'] },
  { reason: `the connection here is not of a linked phone${AGAIN}`, ids: ['4'] },
]

it('sessions are brought only with the word that the other system is stopped', async () => {
  const args = ['--from', 'ticketz', '--url', ticketz.url, '--company', 'X', '--with-sessions']
  await expect(
    runImportProgram({ args, server: desk.pg.admin, roleSecret: undefined, say: () => undefined }),
  ).rejects.toMatchObject({ detail: expect.stringContaining('--old-system-stopped') as string })
})

describe('sessions of another system', () => {
  let company: TestCompany
  let other: TestCompany
  let killed: TestCompany
  let result: ImportResult

  beforeAll(async () => {
    company = await companyWithConnection('Com sessão')
    other = await desk.company('Sem nada', {})
    // Made before: a desk with a session that tries to connect is not settled.
    killed = await desk.company('Morta sessão', {})
  })

  it('are judged by a dry run, which stores none', async () => {
    const before = await readStored(company.id)
    expect(sessionsOf(await bring(company, { isDry: true }))).toMatchObject({ made: 1, skipped: notBrought })
    expect(await readStored(company.id)).toEqual(before)
  })

  it('stay there while anything is connected to its database', async () => {
    const client = new Client({ ...ticketz.pg.admin, application_name: 'their desk' })
    await client.connect()
    await expect(bring(company, { isStopped: false })).rejects.toMatchObject({
      detail: expect.stringMatching(/must be stopped.*their desk/) as string,
    })
    await client.end()
    expect(
      await desk.pg.sql('SELECT * FROM tickets.system_imports WHERE company_id = $1', [company.id]),
    ).toEqual([])
  })

  it('are stored, and the desk connects with them; the others are named', async () => {
    // Sessions may be brought later than the rest.
    expect(sessionsOf(await bring(company, { bringsSessions: false }))).toMatchObject({ source: 0 })
    result = await bring(company)
    expect(result).toMatchObject({ isRepeat: false, faults: [] })
    expect(await bring(company)).toMatchObject({ isRepeat: true, importId: result.importId })
    expect(sessionsOf(result)).toMatchObject({ source: 4, made: 1, skipped: notBrought })
    const stored = await readStored(company.id)
    expect(stored.find(({ name }) => name === 'Loja')).toMatchObject({ wanted: true, commands: 1 })
    expect(stored.filter(({ secrets }) => secrets > 0).map(({ name }) => name)).toEqual(['Loja'])
    expect(await readStored(other.id)).toEqual([])
  })

  it('stay when the import is undone', async () => {
    const undone = await undoImport(imports, companyId(company.id), result.importId!)
    expect(undone.kept.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['connection', 'session']))
    expect((await readStored(company.id)).map(({ name }) => name)).toEqual(['Daqui', 'Loja'])
  })

  it('are stored once, wherever the import is killed', async () => {
    const kills = await killEverywhere(desk.portsOf('messaging-gateway').db, async (db) => {
      const via = openDeskImports(configs, (service) =>
        service === 'messaging-gateway' ? { ...desk.portsOf(service), db } : desk.portsOf(service),
      )
      const { faults } = await bring(killed, { via })
      expect(faults).toEqual([])
    })
    expect(kills).toBeGreaterThan(5)
    expect((await readStored(killed.id)).map(({ name, wanted, secrets }) => [name, wanted, secrets])).toEqual(
      [
        ['Aberta', false, 0],
        ['Daqui', true, 2],
        ['Loja', true, 2],
        ['Nova', false, 0],
      ],
    )
  })
})
