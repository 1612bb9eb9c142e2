import type { Party } from '@balcao/contracts/wire'
import type { Session } from '@balcao/kernel'

import {
  arrive,
  call,
  ana,
  desk,
  happens,
  messages,
  NUMBER,
  rows,
  tickets,
  useMessageDesk,
} from './message-desk'
import { clearOutbox, COMPANY, connection, FOREIGN, outbox, person, queue, received } from './support'

useMessageDesk()

let admin: Session

beforeAll(async () => {
  admin = await person(desk, { id: 4, name: 'Admin', profile: 'admin' })
})

const NEXT = '5521977776666'
/* As an identity: without the ninth digit. */
const NEXT_VALUE = '552177776666'
const [BSUID, NEXT_BSUID] = ['BR.1349120865', 'BR.2200013408']
const HOUR_MS = 3_600_000

type Known = Pick<Party, 'number' | 'bsuid'>
const joana = (known: Known): Party => ({ lid: '', name: 'Joana', ...known })
const FORMER = { number: NUMBER, bsuid: BSUID }
const PRESENT = { number: NEXT, bsuid: NEXT_BSUID }

const toJid = ({ number, bsuid }: Known) => (number ? `${number}@s.whatsapp.net` : `${bsuid}@bsuid`)
const writes = (known: Known, fields: Parameters<typeof received>[1] = {}) =>
  arrive(received(desk, { remoteJid: toJid(known), contact: joana(known), ...fields }))
let notices = 0
const changes = (
  before: Known = FORMER,
  after: Known = PRESENT,
  { on = 1, company = COMPANY, changedAt = desk.ports.clock.now() } = {},
) =>
  happens(
    'customerNumberChanged',
    {
      connectionId: on,
      remoteJid: toJid(before),
      waId: `wamid.${(notices += 1)}`,
      before: { ...joana(before), name: '' },
      after: { ...joana(after), name: '' },
      changedAt,
    },
    company,
  )
const contacts = (company = COMPANY) =>
  rows('SELECT * FROM tickets.contacts WHERE company_id = $1 ORDER BY id', [company])
const identities = async () =>
  (await rows('SELECT kind, value, contact_id FROM tickets.contact_identities ORDER BY kind, value')).map(
    (row) => `${row['contact_id']} ${row['kind']} ${row['value']}`,
  )
const shown = async () => (await messages()).map((row) => [row['ticket_id'], row['kind'], row['preview']])
const addressed = async () =>
  (await outbox(desk, 'outboundRequested')).map(({ body }) => {
    const { number = '', remoteJid = '' } = body['outboundRequested'] as Record<string, unknown>
    return [number, remoteJid]
  })
const logged = (action: string) =>
  rows('SELECT ticket_id, user_id FROM tickets.ticket_log WHERE action = $1 ORDER BY id', [action])

/* A contact with a ticket that Ana has. */
async function known(by: Known = FORMER) {
  await writes(by)
  const [ticket] = await tickets()
  await call(ana, 'PUT', `/tickets/${ticket?.['id']}`, { status: 'open', userId: ana.userId })
  await clearOutbox(desk)
  return { id: Number(ticket?.['contact_id']), ticketId: Number(ticket?.['id']) }
}
const answers = (ticketId: number, body: string) => call(ana, 'POST', `/messages/${ticketId}`, { body })

describe('a customer who takes another number', () => {
  it('is the same contact with the same ticket, which says so; what is sent goes to the new number', async () => {
    const { id, ticketId } = await known()
    await arrive(changes())
    expect(await contacts()).toMatchObject([{ id, name: 'Joana', number: NEXT }])
    expect(await identities()).toEqual([`${id} bsuid ${NEXT_BSUID}`, `${id} phone ${NEXT_VALUE}`])
    expect(await shown()).toEqual([
      [ticketId, 'chat', 'oi'],
      [ticketId, 'numberChanged', `+${NUMBER} → +${NEXT}`],
    ])
    expect(await logged('numberChanged')).toEqual([{ ticket_id: ticketId, user_id: null }])
    expect((await outbox(desk, 'contactChanged')).at(-1)?.body['contactChanged']).toMatchObject({
      contact: { id, number: NEXT },
    })
    await answers(ticketId, 'olá de novo')
    expect(await addressed()).toEqual([[NEXT, '']])
    await writes(PRESENT, { body: 'sou eu' })
    expect(await contacts()).toHaveLength(1)
    expect(await tickets()).toMatchObject([{ id: ticketId, status: 'open', last_message: 'sou eu' }])
  })

  it('is not waited for: nothing is unread, no bot answers, and lists show what was said last', async () => {
    const { ticketId } = await known()
    await rows('UPDATE tickets.tickets SET unread_messages = 0')
    await arrive(changes())
    expect(await tickets()).toMatchObject([
      { id: ticketId, unread_messages: 0, last_message: 'oi', last_received_kind: 'chat' },
    ])
    expect(await outbox(desk, 'outboundRequested')).toEqual([])
    const [notice] = (await outbox(desk, 'messageAppended')).map(({ body }) => body['messageAppended'])
    expect(notice).toMatchObject({ message: { kind: 'numberChanged' } })
  })

  it('has changed once, however often the notice comes', async () => {
    const { id } = await known()
    const event = changes()
    await arrive(event)
    await arrive(event)
    expect((await shown()).filter(([, kind]) => kind === 'numberChanged')).toHaveLength(1)
    expect(await logged('numberChanged')).toHaveLength(1)
    expect(await contacts()).toMatchObject([{ id }])
  })

  it('is one contact where the new number wrote first, and two again once that is undone', async () => {
    const { id, ticketId } = await known()
    await writes(PRESENT, { body: 'número novo' })
    const before = await identities()
    const other = Number((await contacts())[1]?.['id'])
    await arrive(changes())
    expect(await contacts()).toMatchObject([{ id, number: NEXT }])
    expect(await tickets()).toMatchObject([
      { id: ticketId, contact_id: id, status: 'open' },
      { contact_id: id, status: 'closed' },
    ])
    await writes(PRESENT, { body: 'de novo' })
    expect(await tickets()).toHaveLength(2)
    const merges = await call(admin, 'GET', `/contacts/${id}/merges`)
    expect(merges.body).toMatchObject([{ contactId: other }])
    expect((await call(admin, 'POST', `/contacts/${id}/unmerge`, { contactId: other })).status).toBe(200)
    expect(await contacts()).toMatchObject([
      { id, number: NUMBER },
      { id: other, number: NEXT },
    ])
    expect(await identities()).toEqual(before)
    // Told apart: neither this notice of another number of the company nor a message joins them again.
    await connection(desk, 2)
    await arrive(changes(FORMER, PRESENT, { on: 2 }))
    await writes(PRESENT, { body: 'outra pessoa' })
    expect(await identities()).toEqual(before)
  })

  it('comes back from the undo of the network’s merge, too', async () => {
    const { id } = await known()
    await writes(PRESENT)
    const before = await identities()
    await arrive(changes())
    const undone = { connectionId: 1, survivorId: 'a', otherIds: ['b'], undone: true, person: joana(PRESENT) }
    await arrive(happens('conversationsMerged', undone))
    expect(await contacts()).toMatchObject([{ id, number: NUMBER }, { number: NEXT }])
    expect(await identities()).toEqual(before)
  })

  it('takes the number from whoever had it before, and not the history', async () => {
    const stranger = { number: NEXT, bsuid: 'BR.99' }
    await writes(stranger, { contact: { ...joana(stranger), name: 'Outra' } })
    await writes(FORMER)
    const id = Number((await contacts())[1]?.['id'])
    await arrive(changes())
    const [other] = await contacts()
    expect(await contacts()).toMatchObject([
      { name: 'Outra', number: '' },
      { id, number: NEXT },
    ])
    expect(await identities()).toEqual([
      `${id} bsuid ${NEXT_BSUID}`,
      `${other?.['id']} bsuid BR.99`,
      `${id} phone ${NEXT_VALUE}`,
    ])
    expect(await rows('SELECT 1 FROM tickets.contact_merges')).toEqual([])
  })

  it('keeps messages of the former number that came late; its next owner is a contact of their own', async () => {
    const { id, ticketId } = await known()
    const changedAt = desk.ports.clock.now()
    await arrive(changes(FORMER, PRESENT, { changedAt }))
    const sentAt = new Date(changedAt.getTime() - HOUR_MS)
    await writes(FORMER, { body: 'atrasada', sentAt })
    expect(await contacts()).toHaveLength(1)
    expect((await shown()).at(-1)).toEqual([ticketId, 'chat', 'atrasada'])
    expect(await identities()).toEqual([`${id} bsuid ${NEXT_BSUID}`, `${id} phone ${NEXT_VALUE}`])
    desk.ports.clock.advance(2 * HOUR_MS)
    await writes({ number: NUMBER, bsuid: 'BR.77' }, { body: 'número reciclado' })
    expect(await contacts()).toMatchObject([{ id }, { number: NUMBER }])
    // A late notice of another connection finds the next owner, and leaves them alone.
    await arrive(changes())
    expect(await contacts()).toMatchObject([{ id, number: NEXT }, { number: NUMBER }])
  })

  it('is hidden afterwards where no number is told, and is answered by the new id', async () => {
    const { id, ticketId } = await known()
    await arrive(changes(FORMER, { number: '', bsuid: NEXT_BSUID }))
    expect(await contacts()).toMatchObject([{ id, number: '' }])
    expect(await identities()).toEqual([`${id} bsuid ${NEXT_BSUID}`])
    expect((await shown()).at(-1)).toEqual([ticketId, 'numberChanged', `+${NUMBER} → …`])
    await answers(ticketId, 'ainda aí?')
    expect(await addressed()).toEqual([['', `${NEXT_BSUID}@bsuid`]])
  })

  it('leaves the number that was known, where only ids are told', async () => {
    const { id, ticketId } = await known()
    await arrive(changes({ number: '', bsuid: BSUID }, { number: '', bsuid: NEXT_BSUID }))
    expect(await contacts()).toMatchObject([{ id, number: '' }])
    expect(await identities()).toEqual([`${id} bsuid ${NEXT_BSUID}`])
    await answers(ticketId, 'ainda aí?')
    expect(await addressed()).toEqual([['', `${NEXT_BSUID}@bsuid`]])
  })

  it('keeps a second number of the contact, and is told on each connection', async () => {
    const { id, ticketId } = await known()
    await rows(
      `INSERT INTO tickets.contact_identities (company_id, kind, value, contact_id) VALUES ($1, 'phone', '551133334444', $2)`,
      [COMPANY, id],
    )
    await connection(desk, 2, { queueIds: [await queue(desk, 'Filial')] })
    await writes(FORMER, { connectionId: 2, body: 'na filial' })
    await arrive(changes())
    await arrive(changes({ number: '', bsuid: BSUID }, { number: '', bsuid: NEXT_BSUID }, { on: 2 }))
    expect(await contacts()).toMatchObject([{ id, number: NEXT }])
    expect(await identities()).toEqual([
      `${id} bsuid ${NEXT_BSUID}`,
      `${id} phone 551133334444`,
      `${id} phone ${NEXT_VALUE}`,
    ])
    const noticed = (await shown()).filter(([, kind]) => kind === 'numberChanged')
    expect(noticed.map(([on]) => on === ticketId)).toEqual([true, false])
  })

  it('may write with both numbers at once while the notice is taken', async () => {
    const { id } = await known()
    await Promise.all([
      arrive(changes()),
      writes(PRESENT, { body: 'novo 1' }),
      writes(PRESENT, { body: 'novo 2' }),
    ])
    expect(await contacts()).toMatchObject([{ id, number: NEXT }])
    expect((await tickets()).filter((row) => row['status'] !== 'closed')).toHaveLength(1)
  })

  it('is shown in the last ticket, which stays closed, and opens none', async () => {
    const { ticketId } = await known()
    await rows(`UPDATE tickets.tickets SET status = 'closed', closed_at = now(), unread_messages = 0`)
    await arrive(changes())
    expect(await tickets()).toMatchObject([{ id: ticketId, status: 'closed', unread_messages: 0 }])
    expect((await shown()).at(-1)?.[1]).toBe('numberChanged')
  })

  it('is nobody’s business where nobody knows them, and another company’s nowhere', async () => {
    await arrive(changes())
    expect(await contacts()).toEqual([])
    await writes(FORMER)
    await arrive(received(desk, { company: FOREIGN, contact: joana({ number: NUMBER, bsuid: 'BR.55' }) }))
    const ours = await contacts()
    await arrive(
      changes({ number: NUMBER, bsuid: 'BR.55' }, { number: NEXT, bsuid: 'BR.56' }, { company: FOREIGN }),
    )
    expect(await contacts()).toEqual(ours)
    expect(await contacts(FOREIGN)).toMatchObject([{ number: NEXT }])
    expect(await rows('SELECT company_id FROM tickets.former_identities')).toEqual([
      { company_id: FOREIGN },
      { company_id: FOREIGN },
    ])
  })
})
