import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import type {
  ContactExportView,
  ContactImportView,
  ContactView,
  ImportFaultView,
  UploadAnswer,
} from '@balcao/contracts'
import { DAY, sweepImports, type Session } from '@balcao/kernel'
import { buildSheet, buildXlsx } from '@balcao/testkit'

import { exportContacts } from '../src/features/imports/export-contacts'
import { importContacts } from '../src/features/imports/run-imports'
import {
  callsTo,
  clearOutbox,
  codeOf,
  COMPANY,
  contactRow,
  FOREIGN,
  outbox,
  person,
  rig,
  type Answer,
  type Call,
  type Rig,
} from './support'

let desk: Rig
let call: Call
let admin: Session
let ana: Session
let stranger: Session

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  admin = await person(desk, { id: 1, name: 'Admin', profile: 'admin' })
  ana = await person(desk, { id: 2, name: 'Ana' })
  stranger = await person(desk, { id: 9, company: FOREIGN })
})

beforeEach(async () => {
  await desk.pg.empty('tickets.contacts', 'tickets.contact_imports')
  await clearOutbox(desk)
})

const HEADER = ['Nome', 'Telefone', 'E-mail']
const NUMBERS = 5511912300001

const form = (bytes: Buffer | string, name = 'clientes.xlsx') => {
  const data = new FormData()
  data.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name)
  return data
}
const send = (bytes: Buffer | string, name?: string, session = ana) =>
  call(session, 'POST', '/contacts/imports', form(bytes, name))
const run = () => importContacts(desk.deps, new AbortController().signal)
const read = async (id: number) =>
  (await call(ana, 'GET', `/contacts/imports/${id}`)).body as unknown as ContactImportView
const page = async (query = '', session = ana) =>
  (await call(session, 'GET', `/contacts?${query}`)).body as unknown as {
    contacts: ContactView[]
    count: number
  }
const idOf = ({ body }: Answer) => Number(body['id'])

const people = (count: number) =>
  buildSheet([
    HEADER,
    ...Array.from({ length: count }, (_, index) => [`Cliente ${index}`, NUMBERS + index, '']),
  ])

describe('a spreadsheet', () => {
  it('becomes contacts in the background; faulty rows are listed, known numbers kept', async () => {
    await contactRow(desk, 'Já Cliente', undefined, '551187650001')
    const sent = await send(
      buildSheet([
        HEADER,
        ['Zoé & Cia', '(11) 98765-0002', 'zoe@example.test'],
        ['Outro Nome', 5511987650001, ''],
        ['', '', ''],
        ['Sem Número', 'x', ''],
        ['Gêmea', '1187650002', ''],
      ]),
    )
    expect(codeOf(sent)).toEqual([202, undefined])
    expect(sent.body).toMatchObject({ status: 'running', total: 4, created: 0, failed: 1 })
    await run()
    expect(await read(idOf(sent))).toMatchObject({
      status: 'done',
      total: 4,
      created: 1,
      existing: 2,
      failed: 1,
    })
    expect((await page()).contacts.map(({ name, number, email }) => [name, number, email])).toEqual([
      ['Já Cliente', '551187650001', ''],
      ['Zoé & Cia', '5511987650002', 'zoe@example.test'],
    ])
    expect((await page('searchParam=ZOE 0002')).count).toBe(1)
    const faults = (await call(ana, 'GET', `/contacts/imports/${idOf(sent)}/faults`)).body as unknown
    expect(faults as ImportFaultView[]).toEqual([{ row: 5, name: 'Sem Número', number: '', fault: 'number' }])
    expect((await outbox(desk)).map(({ type }) => type)).toEqual(['contactImportChanged'])
  })

  it('whose program rounded a number makes no contact of it, and says which row it is', async () => {
    const sent = await send(
      buildSheet([
        HEADER,
        ['Ana Lima', '5.51199E+12', ''],
        ['Bia Lima', 5511990000000, ''],
        ['Caio Lima', 5511987654321, ''],
      ]),
    )
    await run()
    expect(await read(idOf(sent))).toMatchObject({ total: 3, created: 1, failed: 2 })
    expect((await page()).contacts.map(({ number }) => number)).toEqual(['5511987654321'])
    const faults = (await call(ana, 'GET', `/contacts/imports/${idOf(sent)}/faults`)).body as unknown
    expect(faults).toEqual([
      { row: 2, name: 'Ana Lima', number: '5.51199E+12', fault: 'rounded' },
      { row: 3, name: 'Bia Lima', number: '5511990000000', fault: 'rounded' },
    ])
  })

  it('is shown before it is read, and read by the columns that were chosen', async () => {
    const bytes = buildSheet([
      ['Código', 'Cliente', 'Contato', 'E-mail'],
      ['7', 'Ana Lima', '(11) 98765-4321', 'ana@example.test'],
      ...Array.from({ length: 9 }, (_unused, index) => [
        String(index),
        `Cliente ${index}`,
        NUMBERS + index,
        '',
      ]),
    ])
    const shown = await call(ana, 'POST', '/contacts/imports/preview', form(bytes))
    expect(shown.body).toMatchObject({
      header: ['Código', 'Cliente', 'Contato', 'E-mail'],
      columns: { name: null, number: null, email: 3 },
    })
    const rows = shown.body['rows'] as { row: number; cells: string[] }[]
    expect([rows.length, rows[0]]).toEqual([
      5,
      { row: 2, cells: ['7', 'Ana Lima', '(11) 98765-4321', 'ana@example.test'] },
    ])
    expect(codeOf(await send(bytes))).toEqual([400, 'ERR_VALIDATION'])
    const chosen = form(bytes)
    chosen.append('nameColumn', '1')
    chosen.append('numberColumn', '2')
    chosen.append('emailColumn', '3')
    expect(codeOf(await call(ana, 'POST', '/contacts/imports', chosen))).toEqual([202, undefined])
    await run()
    expect((await page('searchParam=Ana Lima')).contacts.map(({ number, email }) => [number, email])).toEqual(
      [['5511987654321', 'ana@example.test']],
    )
    expect((await page()).count).toBe(10)
  })

  it('that is sent again makes no contact, nor when two are read at once', async () => {
    const bytes = people(1_200)
    const sent = await Promise.all([send(bytes), send(bytes)])
    await Promise.all([run(), run()])
    const views = await Promise.all(sent.map((answer) => read(idOf(answer))))
    expect(views.map(({ status, created, existing }) => [status, created + existing])).toEqual([
      ['done', 1_200],
      ['done', 1_200],
    ])
    expect(views.reduce((sum, { created }) => sum + created, 0)).toBe(1_200)
    expect((await page()).count).toBe(1_200)
  })

  it('goes on where a killed process stopped', async () => {
    const sent = await send(people(1_200))
    let appended = 0
    const failing = {
      ...desk.deps,
      events: {
        ...desk.deps.events,
        append: (...given: Parameters<typeof desk.deps.events.append>) => {
          appended += 1
          if (appended === 2) throw new Error('killed')
          return desk.deps.events.append(...given)
        },
      },
    }
    await expect(importContacts(failing, new AbortController().signal)).rejects.toMatchObject({
      errors: [new Error('killed')],
    })
    expect(await read(idOf(sent))).toMatchObject({ status: 'running', created: 500 })
    expect((await page()).count).toBe(500)
    await run()
    expect(await read(idOf(sent))).toMatchObject({ status: 'done', created: 1_200, existing: 0 })
    expect((await page()).count).toBe(1_200)
  })

  it.each([
    ['another name', people(1), 'clientes.xls', 'ERR_VALIDATION'],
    ['no zip file', 'Nome;Telefone', 'a.xlsx', 'ERR_VALIDATION'],
    ['other columns', buildSheet([['CPF'], ['1']]), 'a.xlsx', 'ERR_VALIDATION'],
    ['no rows', buildSheet([]), 'a.xlsx', 'ERR_VALIDATION'],
    ['an attribute of 300 MB', buildXlsx(`<row a="${'x'.repeat(300e6)}"/>`), 'a.xlsx', 'ERR_MEDIA_TOO_LARGE'],
    ['elements a million deep', buildXlsx('<a>'.repeat(1e6)), 'a.xlsx', 'ERR_VALIDATION'],
  ])('with %s is refused, and nothing of it stays', async (_what, bytes, name, code) => {
    expect((await send(bytes, name)).body['error']).toBe(code)
    expect((await call(ana, 'GET', '/contacts/imports')).body).toEqual([])
  })

  it('has at most 50,000 rows', async () => {
    expect((await send(people(50_001))).body['error']).toBe('ERR_MEDIA_TOO_LARGE')
    expect((await send(people(50_000))).body).toMatchObject({ status: 'running', total: 50_000 })
  })

  it('is the company’s own, and forgotten after 30 days', async () => {
    const id = idOf(await send(people(1)))
    for (const below of [`${id}`, `${id}/faults`, '999999', '999999/faults'])
      expect(codeOf(await call(stranger, 'GET', `/contacts/imports/${below}`))).toEqual([
        404,
        'ERR_NOT_FOUND',
      ])
    expect((await call(stranger, 'GET', '/contacts/imports')).body).toEqual([])
    await run()
    expect((await page('', stranger)).count).toBe(0)
    desk.ports.clock.advance(31 * DAY)
    await sweepImports(desk.deps)
    expect((await call(ana, 'GET', '/contacts/imports')).body).toEqual([])
  })
})

it('the sample sheet is one', async () => {
  const sample = path.join(__dirname, '../../../web/public/public/import-contatos.xlsx')
  expect((await send(readFileSync(sample))).body).toMatchObject({ total: 2, failed: 0 })
})

describe('uploaded rows', () => {
  it('are answered as new contacts and an error bag; a repeat makes none', async () => {
    const rows = [
      { Nome: 'Ana', Telefone: 5511987650010 },
      { Nome: 'Bia', Telefone: '(11) 98765-0011', Email: 'bia@example.test' },
      { Nome: 'Gêmea', Telefone: '1187650011' },
      { Nome: 'C', Telefone: '5511987650012' },
      { Nome: 'Davi', Telefone: '12' },
    ]
    const first = (await call(ana, 'POST', '/contacts/upload', rows)).body as unknown as UploadAnswer
    expect(first.newContacts.map(({ contactName }) => contactName)).toEqual(['Ana', 'Bia'])
    expect(first.errorBag).toEqual([
      { contactName: 'C', error: 'ERR_VALIDATION' },
      { contactName: 'Davi', error: 'ERR_WAPP_INVALID_CONTACT' },
      { contactName: 'Gêmea', error: 'ERR_DUPLICATED_CONTACT' },
    ])
    const again = (await call(ana, 'POST', '/contacts/upload', rows)).body as unknown as UploadAnswer
    expect(again.newContacts).toEqual([])
    for (const body of [{ Nome: 'x' }, {}])
      expect((await call(ana, 'POST', '/contacts/upload', body)).status).toBe(400)
  })

  it('may be the file itself, which is imported as any', async () => {
    const sent = (name: string) => call(ana, 'POST', '/contacts/upload', form(people(3), name))
    const { body } = await sent('clientes.xlsx')
    expect(body).toMatchObject({ newContacts: [], errorBag: [], import: { total: 3, status: 'running' } })
    await run()
    expect((await page()).count).toBe(3)
    expect((await page('', stranger)).count).toBe(0)
    expect((await sent('clientes.xls')).body['error']).toBe('ERR_VALIDATION')
    expect((await call(ana, 'POST', '/contacts/upload', new FormData())).status).toBe(400)
  })
})

describe('the export', () => {
  it('has all contacts by name, without another company’s and without formulas', async () => {
    await contactRow(desk, '=HYPERLINK("http://evil.test";"x")', undefined, '5511987650020')
    await contactRow(desk, 'Deles', FOREIGN)
    await send(people(1_200))
    await run()
    const out = new PassThrough()
    void exportContacts(desk.deps, ana, out)
    const written = (await buffer(out)).toString()
    const lines = written.split('\r\n')
    expect(lines[0]).toBe('\uFEFFNome;Telefone;E-mail')
    // A client decodes the mark away.
    expect((await call(admin, 'GET', '/contacts/export')).text).toBe(written.slice(1))
    expect(lines[1]).toBe('"\'=HYPERLINK(""http://evil.test"";""x"")";5511987650020;')
    expect(lines).toHaveLength(1_203)
    expect(new Set(lines).size).toBe(1_203)
    expect(written).not.toContain('Deles')
  })

  it('is for administrators and whom the setting allows, and each is logged', async () => {
    const log = () =>
      desk.pg.sql('SELECT company_id, user_id, user_name FROM tickets.contact_exports ORDER BY id')
    const allow = async (role: string) => {
      desk.settings['exportContacts'] = role
      await desk.ports.cache.delete(`tickets:${COMPANY}:settings`)
    }
    await desk.pg.empty('tickets.contact_exports')
    const before = codeOf(await call(ana, 'GET', '/contacts/export'))
    expect([before, await log()]).toEqual([[403, 'ERR_NO_PERMISSION'], []])
    await allow('supervisor')
    expect(codeOf(await call(ana, 'GET', '/contacts/export'))).toEqual([403, 'ERR_NO_PERMISSION'])
    await allow('user')
    expect((await call(ana, 'GET', '/contacts/export')).status).toBe(200)
    await allow('admin')
    expect((await call(admin, 'GET', '/contacts/export')).status).toBe(200)
    expect(await log()).toEqual([
      { company_id: COMPANY, user_id: ana.userId, user_name: ana.name },
      { company_id: COMPANY, user_id: admin.userId, user_name: admin.name },
    ])
  })

  it('is in a log of the company, by pages, which administrators alone read', async () => {
    await desk.pg.empty('tickets.contact_exports')
    await contactRow(desk, 'Bia', undefined, '5511987650021')
    await contactRow(desk, 'Deles', FOREIGN)
    const chief = await person(desk, { id: 8, company: FOREIGN, profile: 'admin' })
    await call(chief, 'GET', '/contacts/export')
    for (let index = 0; index < 22; index += 1) await call(admin, 'GET', '/contacts/export')
    const list = async (who: Session, query = '') =>
      (await call(who, 'GET', `/contacts/exports${query}`)).body as unknown as {
        exports: ContactExportView[]
        hasMore: boolean
      }
    const first = await list(admin)
    expect([first.exports.length, first.hasMore]).toEqual([20, true])
    expect(first.exports[0]).toEqual({
      id: expect.any(Number) as number,
      user: { id: admin.userId, name: admin.name },
      contacts: 1,
      createdAt: desk.ports.clock.now().toISOString(),
    })
    const second = await list(admin, `?before=${first.exports.at(-1)?.id}`)
    expect([second.exports.length, second.hasMore]).toEqual([2, false])
    expect((await list(chief)).exports.map(({ user }) => user.id)).toEqual([chief.userId])
    expect(codeOf(await call(ana, 'GET', '/contacts/exports'))).toEqual([403, 'ERR_NO_PERMISSION'])
  })

  it('that is broken off is in the log with what was written', async () => {
    await desk.pg.empty('tickets.contact_exports')
    await contactRow(desk, 'Bia', undefined, '5511987650022')
    const out = new PassThrough()
    out.destroy()
    await exportContacts(desk.deps, ana, out)
    expect(await desk.pg.sql('SELECT contacts FROM tickets.contact_exports')).toEqual([{ contacts: 1 }])
  })
})
