import type { ContactView } from '@balcao/contracts'
import { AppError, type Session } from '@balcao/kernel'
import { eraseDeleted } from '../src/features/housekeeping'
import {
  callsTo,
  clearOutbox,
  codeOf,
  COMPANY,
  connection,
  contactRow,
  FOREIGN,
  outbox,
  person,
  queue,
  rig,
  ticket,
  type Call,
  type Rig,
} from './support'

let desk: Rig
let call: Call
let vendas: number
let admin: Session
let ana: Session
let stranger: Session
let checkNumber: (number: string) => { exists: boolean; number: string }
let askedFor: Session | undefined

beforeAll(async () => {
  desk = await rig({
    rpc: {
      messaging: {
        checkNumber: ({ number }, options) => {
          askedFor = options?.session
          try {
            return Promise.resolve(checkNumber(number))
          } catch (error) {
            return Promise.reject(error instanceof Error ? error : new Error('not an error'))
          }
        },
      },
    },
  })
  call = await callsTo(desk)
  vendas = await queue(desk, 'Vendas')
  admin = await person(desk, { id: 1, name: 'Admin', profile: 'admin' })
  ana = await person(desk, { id: 2, name: 'Ana', queueIds: [vendas] })
  stranger = await person(desk, { id: 9, profile: 'admin', company: FOREIGN })
  await connection(desk, 1, { isDefault: true })
})

beforeEach(async () => {
  checkNumber = (number) => ({ exists: true, number })
  await clearOutbox(desk)
})
const contact = (fields: Record<string, unknown>) => ({
  name: 'Joana',
  number: '5511912340001',
  email: '',
  extraInfo: [],
  ...fields,
})

describe('contacts', () => {
  it('are created, changed and read with their extra information', async () => {
    const extraInfo = [
      { name: 'CPF', value: '1' },
      { name: 'Plano', value: 'Ouro' },
    ]
    const created = await call(
      ana,
      'POST',
      '/contacts',
      contact({ number: '+55 (11) 91234-0001', extraInfo }),
    )
    expect([created.status, created.body]).toEqual([
      200,
      expect.objectContaining({ name: 'Joana', number: '5511912340001' }),
    ])
    const view = created.body as unknown as ContactView
    const kept = view.extraInfo[1]
    const changed = await call(
      ana,
      'PUT',
      `/contacts/${view.id}`,
      contact({ name: 'Joana Prado', extraInfo: [kept, { name: 'Novo', value: 'x' }] }),
    )
    expect((changed.body as unknown as ContactView).extraInfo).toEqual([
      kept,
      { id: expect.any(Number), name: 'Novo', value: 'x' },
    ])
    expect((await call(ana, 'GET', `/contacts/${view.id}`)).body).toEqual(changed.body)
    expect((await outbox(desk)).map(({ type }) => type)).toEqual(['contactChanged', 'contactChanged'])
  })

  it('are one per number, both forms of the ninth digit included, also thirty at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        call(ana, 'POST', '/contacts', contact({ number: index % 2 ? '5511987650002' : '551187650002' })),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const loser of answers.filter(({ status }) => status !== 200))
      expect(codeOf(loser)).toEqual([409, 'ERR_DUPLICATED_CONTACT'])
    expect((await call(stranger, 'POST', '/contacts', contact({ number: '5511987650002' }))).status).toBe(200)
  })

  it.each([
    ['11 91234-0011', '5511912340011'],
    ['011912340012', '5511912340012'],
    ['1133330013', '551133330013'],
    ['5511912340014', '5511912340014'],
    ['+47 91 23 40 15', '4791234015'],
    ['351912340016', '351912340016'],
  ])('complete the country as imports do: %s is %s', async (typed, number) => {
    const created = await call(ana, 'POST', '/contacts', contact({ number: typed }))
    expect(created.body).toMatchObject({ number })
    const path = `/contacts/${String(created.body['id'])}`
    // A whole answer is taken back as it is.
    expect((await call(ana, 'PUT', path, created.body)).body).toMatchObject({ number })
    const own = String(created.body['id']).padStart(4, '0').slice(-4)
    const changed = await call(ana, 'PUT', path, { number: `(21) 9${own}-${own}` })
    expect(changed.body).toMatchObject({ number: `55219${own}${own}` })
  })

  it('take the number WhatsApp knows, and are refused when it knows none', async () => {
    checkNumber = () => ({ exists: true, number: '551187650003' })
    expect((await call(ana, 'POST', '/contacts', contact({ number: '5511987650003' }))).body).toMatchObject({
      number: '551187650003',
    })
    expect(askedFor?.userId).toBe(ana.userId)
    checkNumber = () => ({ exists: false, number: '' })
    expect(codeOf(await call(ana, 'POST', '/contacts', contact({ number: '5511987650009' })))).toEqual([
      400,
      'ERR_WAPP_INVALID_CONTACT',
    ])
  })

  it('are written down unasked while no phone is up', async () => {
    checkNumber = () => {
      throw new AppError('ERR_UNAVAILABLE')
    }
    expect((await call(ana, 'POST', '/contacts', contact({ number: '5511987650004' }))).status).toBe(200)
  })

  it('change their number only to a free one', async () => {
    const one = (await call(ana, 'POST', '/contacts', contact({ number: '5511987650005' }))).body
    await call(ana, 'POST', '/contacts', contact({ number: '5511987650006' }))
    expect(
      codeOf(await call(ana, 'PUT', `/contacts/${one['id']}`, contact({ number: '551187650006' }))),
    ).toEqual([409, 'ERR_DUPLICATED_CONTACT'])
    expect(
      (await call(ana, 'PUT', `/contacts/${one['id']}`, contact({ number: '5511987650007' }))).body,
    ).toMatchObject({ number: '5511987650007' })
  })

  it('are listed by name, searched by words and numbers, thirty a page', async () => {
    for (let index = 0; index < 35; index += 1)
      await contactRow(desk, `Zeca ${String(index).padStart(2, '0')}`)
    await contactRow(desk, 'Ângela Zeca')
    const page = async (query: string) =>
      (await call(ana, 'GET', `/contacts?${query}`)).body as unknown as {
        contacts: ContactView[]
        count: number
        hasMore: boolean
      }
    const first = await page('searchParam=zeca')
    expect([first.contacts.length, first.count, first.hasMore, first.contacts[0]?.name]).toEqual([
      30,
      36,
      true,
      'Ângela Zeca',
    ])
    const second = await page('searchParam=ZECA&pageNumber=2')
    expect([second.contacts.length, second.count, second.hasMore]).toEqual([6, 36, false])
    expect((await page('searchParam=angela ze')).contacts.map(({ name }) => name)).toEqual(['Ângela Zeca'])
    expect((await page('searchParam=NGÉLA')).contacts.map(({ name }) => name)).toEqual(['Ângela Zeca'])
    const [found] = (await page('searchParam=angela')).contacts
    const number = found?.number ?? ''
    for (const digits of [number.slice(-4), number.slice(-5), number.slice(4)])
      expect((await page(`searchParam=${digits}`)).contacts.map(({ id }) => id)).toContain(found?.id)
    expect((await page('searchParam=%25')).count).toBe(0)
    expect((await call(ana, 'GET', '/contacts/list?name=angela')).body).toEqual([
      { id: expect.any(Number), name: 'Ângela Zeca', number: expect.any(String) },
    ])
    expect((await page('pageNumber=100000')).contacts).toEqual([])
  })

  it('are named without their numbers where more than a page is answered at once', async () => {
    const list = async (as: Session, query = '') =>
      (await call(as, 'GET', `/contacts/list${query}`)).body as unknown as { name: string; number: string }[]
    for (let index = 0; index < 31; index += 1)
      await contactRow(desk, `Yuri ${String(index).padStart(2, '0')}`)
    await desk.pg.sql(
      `UPDATE tickets.contacts SET name = '+' || left(number, 4) || ' ' || substr(number, 5) WHERE name = 'Yuri 30'`,
    )
    for (const session of [ana, admin]) {
      const all = await list(session)
      expect(all.length).toBeGreaterThan(30)
      // Neither as a number nor in a name.
      expect(
        all.filter(({ name, number }) => number !== '' || /\d{5}/.test(name.replace(/\D/g, ''))),
      ).toEqual([])
      expect(all.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['Yuri 00', expect.stringMatching(/^…\d{4}$/)]),
      )
    }
    const few = await list(ana, '?name=yuri 07')
    expect(few).toEqual([
      { id: expect.any(Number), name: 'Yuri 07', number: expect.stringMatching(/^55\d{11}$/) },
    ])
  })

  it('are narrowed to those made on a day, or from one day to another, of São Paulo', async () => {
    const times = { 'Dia um': '2025-03-01T03:00:00Z', 'Dia dois': '2025-03-03T02:59:59Z' }
    for (const [name, createdAt] of Object.entries(times)) {
      await contactRow(desk, name)
      await desk.pg.sql('UPDATE tickets.contacts SET created_at = $1 WHERE name = $2', [createdAt, name])
    }
    const names = async (query: string) => {
      const { body } = await call(ana, 'GET', `/contacts?${query}`)
      return (body as unknown as { contacts: ContactView[] }).contacts.map(({ name }) => name)
    }
    expect(await names('date=2025-03-01')).toEqual(['Dia um'])
    expect(await names('dateStart=2025-03-02&dateEnd=2025-03-02')).toEqual(['Dia dois'])
    expect(await names('dateEnd=2025-03-31')).toEqual(['Dia dois', 'Dia um'])
    expect(await names('dateStart=2025-03-01&dateEnd=2025-03-31&searchParam=dois')).toEqual(['Dia dois'])
  })

  it('are found by a word that nearly all of them have', async () => {
    await desk.pg.sql(
      `WITH made AS (
         INSERT INTO tickets.contacts (company_id, name, name_key, named_by, number, created_at, updated_at)
         SELECT $1, 'Comum ' || lpad(n::text, 4, '0'), 'comum ' || lpad(n::text, 4, '0'), 'agent', '', now(), now() FROM generate_series(1, 1100) n
         RETURNING company_id, id, name_key)
       INSERT INTO tickets.contact_words SELECT company_id, id, unnest(string_to_array(name_key, ' ')) FROM made`,
      [COMPANY],
    )
    const page = async (query: string) =>
      (await call(ana, 'GET', `/contacts?${query}`)).body as unknown as {
        contacts: ContactView[]
        count: number
        hasMore: boolean
      }
    const last = await page('searchParam=comu&pageNumber=37')
    expect([last.contacts.length, last.count, last.hasMore]).toEqual([20, 1100, false])
    expect(last.contacts.at(-1)?.name).toBe('Comum 1100')
    expect((await page('searchParam=comu')).contacts[0]?.name).toBe('Comum 0001')
    expect((await page('searchParam=comu 0777')).contacts.map(({ name }) => name)).toEqual(['Comum 0777'])
    expect((await page('searchParam=comu&pageNumber=38')).contacts).toEqual([])
    expect((await page('searchParam=comu&sort=-name')).contacts[0]?.name).toBe('Comum 1100')
    expect((await page('searchParam=comu 0777&sort=-createdAt')).contacts.map(({ name }) => name)).toEqual([
      'Comum 0777',
    ])
  })

  it('are sorted by name or by when they were made, both ways, through all pages', async () => {
    for (let index = 0; index < 33; index += 1)
      await contactRow(desk, `Ordem ${String(index).padStart(2, '0')}`)
    // All but two at once, as an import makes them.
    await desk.pg.sql(
      `UPDATE tickets.contacts SET created_at = CASE name WHEN 'Ordem 20' THEN timestamptz '2024-01-01'
         WHEN 'Ordem 07' THEN timestamptz '2024-01-03' ELSE timestamptz '2024-01-02' END WHERE name LIKE 'Ordem %'`,
    )
    const names = async (query: string) => {
      const pages = [1, 2].map(async (page) => {
        const { body } = await call(ana, 'GET', `/contacts?${query}&pageNumber=${page}`)
        return (body as unknown as { contacts: ContactView[] }).contacts.map(({ name }) => name)
      })
      return (await Promise.all(pages)).flat()
    }
    for (const narrowed of ['searchParam=ordem', 'dateStart=2023-12-31&dateEnd=2024-01-03']) {
      const byName = await names(narrowed)
      expect(new Set(byName).size).toBe(33)
      expect(byName).toEqual(byName.toSorted())
      expect(await names(`${narrowed}&sort=name`)).toEqual(byName)
      expect(await names(`${narrowed}&sort=-name`)).toEqual(byName.toReversed())
      const byCreation = await names(`${narrowed}&sort=createdAt`)
      expect([byCreation[0], byCreation.at(-1)]).toEqual(['Ordem 20', 'Ordem 07'])
      expect(new Set(byCreation).size).toBe(33)
      expect(await names(`${narrowed}&sort=-createdAt`)).toEqual(byCreation.toReversed())
    }
    for (const sort of ['number', '--name', 'name;', '-'])
      expect(codeOf(await call(ana, 'GET', `/contacts?sort=${sort}`))).toEqual([400, 'ERR_VALIDATION'])
  })

  it('go with their tickets, by an administrator only', async () => {
    const contactId = await contactRow(desk, 'Vai embora')
    const id = await ticket(desk, { contactId, queueId: vendas, status: 'open', userId: 2 })
    await call(ana, 'POST', `/messages/${id}`, { body: 'adeus' })
    await clearOutbox(desk)
    expect((await call(ana, 'DELETE', `/contacts/${contactId}`)).status).toBe(403)
    expect((await call(admin, 'DELETE', `/contacts/${contactId}`)).status).toBe(200)
    expect((await outbox(desk)).map(({ type }) => type)).toEqual([
      'ticketDeleted',
      'contactDeleted',
      'contactErased',
    ])
    expect((await call(admin, 'GET', `/tickets/${id}`)).status).toBe(404)
    expect(
      await desk.pg.sql(
        'SELECT 1 FROM tickets.message_documents d JOIN tickets.erasures e ON e.message_id = d.id',
      ),
    ).toHaveLength(1)
    await eraseDeleted(desk.deps, new AbortController().signal)
    expect(await desk.pg.sql('SELECT 1 FROM tickets.erasures')).toEqual([])
    expect(
      await desk.pg.sql(`SELECT 1 FROM tickets.message_documents WHERE body::text LIKE '%adeus%'`),
    ).toEqual([])
  })

  it('of another company are not there', async () => {
    const foreign = await contactRow(desk, 'Deles', FOREIGN)
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', contact({ number: '5511987650008' })],
      ['DELETE', undefined],
    ] as const) {
      const [theirs, unknown] = [
        await call(admin, method, `/contacts/${foreign}`, body),
        await call(admin, method, '/contacts/99999', body),
      ]
      expect([codeOf(theirs), codeOf(unknown)]).toEqual([
        [404, 'ERR_NO_CONTACT_FOUND'],
        [404, 'ERR_NO_CONTACT_FOUND'],
      ])
    }
    expect((await call(admin, 'GET', '/contacts?searchParam=deles')).body).toMatchObject({ count: 0 })
  })
})
