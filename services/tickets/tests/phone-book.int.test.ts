import { contactId, type ContactView, type ImportAnswer } from '@balcao/contracts'
import { AppError, type Running, type Session } from '@balcao/kernel'
import { readOutbox, waitFor } from '@balcao/testkit'

import {
  clearOutbox,
  COMPANY,
  connection,
  callsTo,
  FOREIGN,
  outbox,
  person,
  rig,
  ticket,
  type Rig,
} from './support'

/* A phone's address book, and profile pictures. */

const DAY = 24 * 60 * 60_000

let desk: Rig
let call: Awaited<ReturnType<typeof callsTo>>
let ana: Session
let stranger: Session
let running: Running | undefined
let book: { number: string; name: string }[]
let asked: { companyId: number; connectionId: number; number: string }[]
let picture: () => string

beforeEach(async () => {
  book = []
  asked = []
  picture = () => ''
  desk = await rig({
    rpc: {
      messaging: {
        checkNumber: ({ number }) => Promise.resolve({ exists: true, number }),
        listAddressBook: ({ companyId }) => Promise.resolve({ entries: companyId === COMPANY ? book : [] }),
        fetchPicture: (request) => {
          asked.push(request)
          return Promise.resolve().then(() => ({ key: picture() }))
        },
      },
    },
  })
  call = await callsTo(desk)
  ana = await person(desk, { id: 1, name: 'Ana' })
  stranger = await person(desk, { id: 9, company: FOREIGN })
  running = await desk.service.start?.()
})

afterEach(async () => {
  await running?.stop()
  await desk.pg.close()
})

const imported = async (who = ana) => {
  const { status, body } = await call(who, 'POST', '/contacts/import', {})
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as unknown as ImportAnswer
}
const contacts = async (who = ana) =>
  ((await call(who, 'GET', '/contacts')).body as unknown as { contacts: ContactView[] }).contacts
const create = async (name: string, number: string) =>
  (
    (await call(ana, 'POST', '/contacts', { name, number, email: '', extraInfo: [] }))
      .body as unknown as ContactView
  ).id

describe('an imported address book', () => {
  it('makes contacts, renames known ones by any form of their number, and leaves out what is no phone', async () => {
    await create('Cliente antigo', '5511987650001')
    await create('Igual', '5511987650002')
    await clearOutbox(desk)
    book = [
      { number: '551187650001', name: 'Dona Célia' },
      { number: '5511987650002', name: 'Igual' },
      { number: '5511987650003', name: '  Beto\u0000 Obras ' },
      { number: '551187650003', name: 'Beto' },
      { number: '120363041234567890', name: 'Grupo da obra' },
      { number: '123', name: 'Serviço' },
      { number: '5511987650004', name: ' ' },
    ]
    expect(await imported()).toEqual({
      message: 'Contacts imported',
      created: 1,
      renamed: 1,
      unchanged: 1,
    })
    expect((await contacts()).map(({ name, number }) => [name, number])).toEqual([
      ['Beto', '551187650003'],
      ['Dona Célia', '5511987650001'],
      ['Igual', '5511987650002'],
    ])
    expect((await outbox(desk)).map(({ type }) => type)).toEqual(['contactChanged', 'contactChanged'])
  })

  it('changes nothing more the second time, also when many import at once', async () => {
    book = Array.from({ length: 250 }, (_, index) => ({
      number: String(5511987650000 + index),
      name: `Pessoa ${index}`,
    }))
    const answers = await Promise.all([imported(), imported(), imported()])
    expect(answers.reduce((sum, { created }) => sum + created, 0)).toBe(250)
    expect(await imported()).toMatchObject({ created: 0, renamed: 0, unchanged: 250 })
  })

  it('stays in its company', async () => {
    book = [{ number: '5511987650001', name: 'Célia' }]
    await imported()
    expect(await imported(stranger)).toMatchObject({ created: 0, renamed: 0 })
    expect(await contacts(stranger)).toEqual([])
  })
})

describe('a profile picture', () => {
  const look = async (id: number, who = ana) =>
    (await call(who, 'GET', `/contacts/${id}`)).body as unknown as ContactView
  const idle = () => waitFor(async () => (await desk.service.pending?.())?.length === 0)

  it('is fetched after the request that wanted it, once a day', async () => {
    const id = await create('Célia', '5511987650001')
    picture = () => 'companies/7/2026/11/aa.jpg'
    expect((await look(id)).profilePicUrl).toBeNull()
    await idle()
    expect((await look(id)).profilePicUrl).toContain('companies/7/2026/11/aa.jpg')
    await idle()
    expect(asked).toEqual([{ companyId: COMPANY, connectionId: 0, number: '5511987650001' }])
    const told = (await outbox(desk)).filter(({ type }) => type === 'contactChanged')
    expect(told).toHaveLength(2)
    desk.ports.clock.advance(DAY)
    picture = () => ''
    await look(id)
    await idle()
    expect(asked).toHaveLength(2)
    expect((await look(id)).profilePicUrl).toBeNull()
  })

  it('is asked of the line that the contact’s latest ticket is on', async () => {
    const line = await connection(desk, 5, { isDefault: true })
    const id = await create('Célia', '5511987650001')
    const opened = await ticket(desk, {
      contactId: id,
      connectionId: line,
      userId: ana.userId,
      status: 'open',
    })
    expect((await call(ana, 'GET', `/tickets/${opened}`)).status).toBe(200)
    await idle()
    expect(asked).toMatchObject([{ connectionId: line }])
  })

  it('is tried again when the gateway could not ask', async () => {
    const id = await create('Célia', '5511987650001')
    picture = () => {
      throw new AppError('ERR_UNAVAILABLE')
    }
    await look(id)
    await idle()
    picture = () => 'companies/7/2026/11/bb.jpg'
    await look(id)
    await idle()
    expect((await look(id)).profilePicUrl).toContain('bb.jpg')
  })

  it('of a new contact is fetched by itself, never for another company', async () => {
    const id = await create('Célia', '5511987650001')
    const consumer = desk.service.consumers.find(({ group }) => group === 'tickets.pictures')
    const [event] = await readOutbox(desk.pg, 'tickets', 'contactChanged')
    if (event) await consumer?.handle({ event, attempt: 1 })
    await idle()
    expect(asked).toHaveLength(1)
    desk.ports.clock.advance(DAY)
    expect((await call(stranger, 'GET', `/contacts/${id}`)).status).toBe(404)
    const now = desk.ports.clock.now()
    const claimed = await desk.ports.db.withTenant(FOREIGN, (tx) =>
      desk.deps.pictureRequests.claim(tx, FOREIGN, contactId(id), { now, before: now }),
    )
    expect(claimed).toBeUndefined()
    await idle()
    expect(asked).toHaveLength(1)
  })
})
