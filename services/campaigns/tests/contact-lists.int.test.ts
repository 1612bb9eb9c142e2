import { type ContactListImportView, type ContactListItemView } from '@balcao/contracts'
import { MINUTE, type Session } from '@balcao/kernel'
import { buildSheet, buildXls, readOutbox, type TestDatabase } from '@balcao/testkit'

import { codeOf, idOf, openEmptyDesk, openTeams, type Desk, type Http } from './support'

let pg: TestDatabase
let desk: Desk
let http: Http
let admin: Session
let agent: Session
let stranger: Session

beforeAll(async () => ({ pg, admin, agent, stranger } = await openTeams()))
beforeEach(async () => ({ desk, http } = await openEmptyDesk(pg, 'contact_lists')))
afterEach(() => http.close())

const ask = (method: string, path: string, body?: unknown, session = admin) =>
  http.ask(session, method, path, body)

const createList = async (name = 'Clientes', session = admin) =>
  idOf(await ask('POST', '/contact-lists', { name }, session))
const add = (contactListId: number, over: object = {}) =>
  ask('POST', '/contact-list-items', { name: 'Ana', number: '11987654321', contactListId, ...over })
const listItems = async (contactListId: number, rest = '') =>
  (await ask('GET', `/contact-list-items?contactListId=${contactListId}${rest}`)).body as unknown as {
    contacts: ContactListItemView[]
    count: number
    hasMore: boolean
  }
const uploadFile = (list: number, bytes: Buffer, name: string, session = admin) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  return ask('POST', `/contact-lists/${list}/upload`, form, session)
}
const upload = (list: number, rows: (string | number)[][], session = admin) =>
  uploadFile(list, buildSheet(rows), 'alvos.xlsx', session)
const told = async () => (await readOutbox(pg, 'campaigns')).map(({ body }) => body.$case)

describe('a contact list', () => {
  it('is created, renamed, found by its name and deleted with its contacts', async () => {
    const list = await createList('Clientes de São Paulo')
    await createList('Outros')
    await add(list)
    await ask('PUT', `/contact-lists/${list}`, { name: 'Clientes de Goiânia' })
    expect((await ask('GET', '/contact-lists?searchParam=GOIANIA')).body).toMatchObject({
      records: [{ id: list, name: 'Clientes de Goiânia', contactsCount: 1 }],
      count: 1,
      hasMore: false,
    })
    expect((await ask('GET', '/contact-lists/list')).body).toHaveLength(2)
    expect((await ask('DELETE', `/contact-lists/${list}`)).status).toBe(200)
    expect(codeOf(await ask('GET', `/contact-lists/${list}`))).toEqual([404, 'ERR_NO_CONTACT_LIST_FOUND'])
    expect(await pg.sql('SELECT 1 FROM campaigns.contact_list_items')).toEqual([])
    expect(await told()).toEqual([
      'contactListChanged',
      'contactListChanged',
      'contactListItemChanged',
      'contactListChanged',
      'contactListChanged',
      'contactListDeleted',
    ])
  })

  it('is the administrators’, and its company’s', async () => {
    const list = await createList()
    const item = idOf(await add(list))
    expect(codeOf(await ask('GET', '/contact-lists', undefined, agent))).toEqual([403, 'ERR_NO_PERMISSION'])
    for (const [method, path, body] of [
      ['GET', `/contact-lists/${list}`],
      ['PUT', `/contact-lists/${list}`, { name: 'Roubada' }],
      ['DELETE', `/contact-lists/${list}`],
      ['GET', `/contact-list-items?contactListId=${list}`],
      ['POST', '/contact-list-items', { name: 'Eva', number: '11987654321', contactListId: list }],
    ] as const)
      expect(codeOf(await ask(method, path, body, stranger))).toEqual([404, 'ERR_NO_CONTACT_LIST_FOUND'])
    for (const [method, body] of [['GET'], ['PUT', { name: 'Eva' }], ['DELETE']] as const)
      expect(codeOf(await ask(method, `/contact-list-items/${item}`, body, stranger))).toEqual([
        404,
        'ERR_NO_CONTACT_LIST_ITEM_FOUND',
      ])
    expect((await upload(list, [['Nome', 'Telefone']], stranger)).status).toBe(404)
    expect((await ask('GET', '/contact-lists', undefined, stranger)).body).toMatchObject({ count: 0 })
  })

  it('has a number once, whatever its spelling', async () => {
    const list = await createList()
    const item = idOf(await add(list))
    expect(codeOf(await add(list, { number: '1187654321' }))).toEqual([409, 'ERR_DUPLICATED_CONTACT'])
    expect(codeOf(await add(list, { number: 'sem número' }))).toEqual([400, 'ERR_WAPP_INVALID_CONTACT'])
    const other = idOf(await add(list, { name: 'Bia', number: '11987650000' }))
    expect(codeOf(await ask('PUT', `/contact-list-items/${other}`, { number: '5511987654321' }))).toEqual([
      409,
      'ERR_DUPLICATED_CONTACT',
    ])
    expect(await add(await createList('Outra'))).toMatchObject({ status: 200 })
    await ask('DELETE', `/contact-list-items/${item}`)
    expect((await ask('GET', `/contact-lists/${list}`)).body).toMatchObject({ contactsCount: 1 })
    expect((await listItems(list)).contacts.map(({ name }) => name)).toEqual(['Bia'])
  })

  it('counts its contacts, however many are added at once', async () => {
    const list = await createList()
    await Promise.all(
      Array.from({ length: 25 }, (_, index) => add(list, { number: `119876500${10 + index}` })),
    )
    expect((await ask('GET', `/contact-lists/${list}`)).body).toMatchObject({ contactsCount: 25 })
    const first = await listItems(list)
    expect([first.contacts.length, first.count, first.hasMore]).toEqual([20, 25, true])
    expect((await listItems(list, '&pageNumber=2')).contacts).toHaveLength(5)
    expect((await listItems(list, '&searchParam=50012')).count).toBe(1)
  })
})

describe('a spreadsheet', () => {
  it('fills a list in the background, once, and names what is wrong', async () => {
    const list = await createList()
    await add(list, { name: 'Já Está', number: '11987650001' })
    const rows = [
      ['Nome', 'Telefone', 'E-mail'],
      ['Outro Nome', 5511987650001, ''],
      ['Bia', '(11) 98765-0002', 'bia@example.test'],
      ['Gêmea', '1187650002', ''],
      ['Sem Número', 'x', ''],
    ]
    const started = await upload(list, rows)
    expect(started).toMatchObject({ status: 202, body: { status: 'running', total: 4, contactListId: list } })
    await desk.send()
    const read = `/contact-lists/${list}/imports/${idOf(started)}`
    expect((await ask('GET', read)).body as unknown as ContactListImportView).toMatchObject({
      status: 'done',
      created: 1,
      existing: 2,
      failed: 1,
    })
    expect((await ask('GET', `${read}/faults`)).body).toEqual([
      { row: 5, name: 'Sem Número', number: '', fault: 'number' },
    ])
    const other = await createList('Outra')
    expect((await ask('GET', `/contact-lists/${other}/imports/${idOf(started)}`)).status).toBe(404)
    expect((await ask('GET', `/contact-lists/${list}`)).body).toMatchObject({ contactsCount: 2 })
    await upload(list, rows)
    await desk.send()
    expect((await listItems(list)).contacts.map(({ name, email }) => [name, email])).toEqual([
      ['Bia', 'bia@example.test'],
      ['Já Está', ''],
    ])
    expect((await told()).filter((name) => name === 'contactListImportChanged')).toHaveLength(2)
    const imports = await readOutbox(pg, 'campaigns', 'contactListImportChanged')
    expect(imports.at(-1)?.body.value).toMatchObject({
      items: [{ name: 'Bia' }, { name: 'Já Está' }],
    })
  })

  it('may be of the type .xls, whatever its name says', async () => {
    const rows = [
      ['Nome', 'Telefone', 'E-mail'],
      ['Zoé & Cia', 5511987650002, 'zoe@example.test'],
      ['Sem Número', '', ''],
    ]
    const bytes = await buildXls(rows)
    const files = { 'alvos.xls': bytes, 'alvos.XLSX': bytes, 'outros.xls': buildSheet(rows) }
    for (const [name, file] of Object.entries(files)) {
      const list = await createList(name)
      const started = await uploadFile(list, file, name)
      expect(started).toMatchObject({ status: 202, body: { total: 2, failed: 1 } })
      await desk.send()
      expect((await listItems(list)).contacts).toMatchObject([
        { name: 'Zoé & Cia', number: '5511987650002', email: 'zoe@example.test' },
      ])
    }
  })

  it('of the type .xls that is broken, none at all or too large is refused', async () => {
    const list = await createList()
    const whole = await buildXls([['Nome', 'Telefone'], ...Array<string[]>(500).fill(['Ana', '11987650002'])])
    const refuse = (bytes: Buffer, code: string, name = 'alvos.xls') =>
      uploadFile(list, bytes, name).then((answer) => expect(answer.body).toMatchObject({ error: code }))
    await refuse(whole.subarray(0, whole.length / 2), 'ERR_VALIDATION')
    await refuse(Buffer.concat([whole.subarray(0, 512), Buffer.alloc(5_000, 0xff)]), 'ERR_VALIDATION')
    await refuse(Buffer.from('<table><tr><td>Nome</td><td>Telefone</td></tr></table>'), 'ERR_VALIDATION')
    await refuse(Buffer.concat([whole, Buffer.alloc(16 * 1024 * 1024)]), 'ERR_MEDIA_TOO_LARGE')
    await refuse(whole, 'ERR_VALIDATION', 'alvos.csv')
    expect(await pg.sql('SELECT 1 FROM campaigns.contact_imports')).toEqual([])
  })

  it('has a header, or is refused', async () => {
    const list = await createList()
    expect(codeOf(await upload(list, [['CPF'], ['1']]))).toEqual([400, 'ERR_VALIDATION'])
    expect(await pg.sql('SELECT 1 FROM campaigns.contact_imports')).toEqual([])
  })
})

describe('numbers', () => {
  const readValidities = async (list: number) =>
    (await listItems(list)).contacts.map(({ name, number, isWhatsappValid }) => [
      name,
      number,
      isWhatsappValid,
    ])

  it('are checked on WhatsApp one at a time, typed ones before imported ones', async () => {
    const list = await createList()
    await upload(list, [
      ['Nome', 'Telefone'],
      ['Importada', '11987650001'],
    ])
    await desk.send()
    await add(list, { name: 'Zoé', number: '11987650002' })
    desk.numbers.set('5511987650001', { exists: false, number: '' })
    desk.numbers.set('5511987650002', { exists: true, number: '551187650002' })
    desk.ports.clock.advance(2 * MINUTE)
    await desk.send()
    expect(await readValidities(list)).toEqual([
      ['Importada', '5511987650001', null],
      ['Zoé', '551187650002', true],
    ])
    await desk.send()
    expect(await readValidities(list)).toEqual([
      ['Importada', '5511987650001', false],
      ['Zoé', '551187650002', true],
    ])
  })

  it('wait, unwritten, while the connection checks none ahead, and are asked about once a minute', async () => {
    const list = await createList()
    await add(list)
    desk.numbers.set('5511987654321', 'held')
    const read = () => pg.sql('SELECT xmin, check_at FROM campaigns.contact_list_items')
    const before = await read()
    for (const _ of [1, 2, 3]) await desk.send()
    expect(desk.asked).toEqual(['5511987654321'])
    expect(await read()).toEqual(before)
    desk.numbers.set('5511987654321', { exists: true, number: '5511987654321' })
    desk.ports.clock.advance(MINUTE)
    await desk.send()
    expect(await readValidities(list)).toEqual([['Ana', '5511987654321', true]])
  })

  it('wait while no session is connected, in one company without holding up the other', async () => {
    const list = await createList()
    await add(list)
    const theirs = await createList('Deles', stranger)
    const item = { name: 'Eva', number: '21987650003', contactListId: theirs }
    await ask('POST', '/contact-list-items', item, stranger)
    desk.numbers.set('5521987650003', { exists: true, number: '5521987650003' })
    await desk.send()
    expect(
      (await ask('GET', `/contact-list-items?contactListId=${theirs}`, undefined, stranger)).body,
    ).toMatchObject({ contacts: [{ isWhatsappValid: true }] })
    desk.numbers.set('5511987654321', { exists: true, number: '5511987654321' })
    await desk.send()
    expect(await readValidities(list)).toEqual([['Ana', '5511987654321', null]])
    desk.ports.clock.advance(MINUTE)
    await desk.send()
    expect(await readValidities(list)).toEqual([['Ana', '5511987654321', true]])
  })
})
