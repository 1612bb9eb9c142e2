import type { ConnectionView, ContactView, QueueView, ScheduleView, TagView } from '@balcao/contracts'

import { must, pair } from './company'
import {
  desk,
  everybodyOpens,
  helena,
  HELENA,
  company,
  LUCAS,
  listMessages,
  PNG,
  put,
  rita,
  RITA,
  findTicket,
} from './scenario'
import { until } from './viewer'

/* Every action of agents, customers and the network, one after another. */

export const steps: [string, () => Promise<void>][] = []
/** After these, searches are looked at too: they come a moment later. */
export const searchesAgain = new Set([
  'the customer edits',
  'who may see it now opens it',
  'the contact is edited',
  'those of the queue open it',
  'another customer comes',
])
const step = (name: string, act: () => Promise<void>) => {
  steps.push([name, act])
}

step('a customer writes for the first time', () =>
  company.phone.says(HELENA, { name: 'Helena Castro', body: 'Oi, meu pedido chegou errado' }),
)
step('every viewer who may opens the ticket', () => everybodyOpens(HELENA))
step('the customer writes again', () => company.phone.says(HELENA, { id: 'H2', body: 'Alguém?' }))
step('the customer sends a picture', () =>
  company.phone.says(HELENA, {
    id: 'H3',
    body: 'É esta',
    media: { name: 'a.png', mimeType: 'image/png', base64: PNG },
  }),
)
step('the customer quotes', () => company.phone.says(HELENA, { body: 'sobre isto', quotedId: 'H2' }))
step('a group writes', () =>
  company.phone.says('5511900000009', {
    body: 'pedido do grupo',
    name: 'Rui',
    group: { id: '120363000000000001', subject: 'Turma', participant: '5511900000009' },
  }),
)
step('a location arrives', () =>
  company.phone.says(RITA, {
    name: 'Rita',
    location: { latitude: -22.9, longitude: -43.1, name: 'Praça', address: 'Rio' },
  }),
)
step('the customer edits', () =>
  company.phone.network('revise', {
    connection: company.connection.id,
    number: HELENA,
    id: 'H2',
    body: 'Alguém aí?',
  }),
)
step('a new last message', () => company.phone.says(HELENA, { id: 'H5', body: 'apago já' }))
step('the customer edits the last one', () =>
  company.phone.network('revise', {
    connection: company.connection.id,
    number: HELENA,
    id: 'H5',
    body: 'apago logo',
  }),
)
step('the customer deletes the last one', () =>
  company.phone.network('revise', { connection: company.connection.id, number: HELENA, id: 'H5' }),
)
step('an agent puts the ticket into a queue', async () => {
  await put(company.admin, await helena(), { status: 'pending', queueId: company.vendas.id, userId: null })
})
step('who may see it now opens it', () => everybodyOpens(HELENA))
step('an agent accepts', async () => {
  const { vera, vendas } = company
  await put(vera, await helena(), {
    status: 'open',
    userId: vera.session.user.id,
    queueId: vendas.id,
    expectedStatus: 'pending',
  })
})
step('another is too late', async () => {
  const { admin } = company
  const { status } = await admin.call('PUT', `/tickets/${(await helena()).id}`, {
    status: 'open',
    userId: admin.session.user.id,
    expectedStatus: 'pending',
  })
  expect(status).toBe(409)
})
step(
  'the agent reads',
  async () => void must(await company.vera.call('POST', `/tickets/${(await helena()).id}/read`)),
)
step(
  'the agent sends text',
  async () =>
    void must(
      await company.vera.call('POST', `/messages/${(await helena()).id}`, { body: 'Bom dia, Helena' }),
    ),
)
for (const ack of [2, 3, 4])
  step(`a tick of ${ack}`, async () =>
    company.phone.network('receipts', {
      connection: company.connection.id,
      ids: (await company.phone.got(HELENA)).slice(-1),
      ack,
    }),
  )
step('the agent quotes', async () => {
  const ticket = await helena()
  const [first] = await listMessages(ticket.id)
  must(
    await company.vera.call('POST', `/messages/${ticket.id}`, { body: 'sobre este', quotedMsgId: first?.id }),
  )
})
step('the agent sends a file', async () => {
  must(
    await company.vera.upload(`/messages/${(await helena()).id}`, 'segue', 'boleto.pdf', '%PDF-1.4 boleto'),
  )
})
step('the agent deletes the last message', async () => {
  const last = (await listMessages((await helena()).id)).findLast(
    ({ fromMe, isDeleted }) => fromMe && !isDeleted,
  )
  must(await company.vera.call('DELETE', `/messages/${last?.id}`))
})
step('the customer writes to the open ticket', () => company.phone.says(HELENA, { body: 'obrigada' }))
/** What the messages without content, or given later, are told as. */
const waitingKinds = async () =>
  (await listMessages((await helena()).id)).flatMap(({ mediaType, body }) =>
    mediaType === 'placeholder' || body === 'quanto custa o bolo?' ? [mediaType] : [],
  )
step('a message comes whose content only the phone has', async () => {
  await company.phone.says(HELENA, { id: 'P1', kind: 'placeholder' })
  await until(
    async () => (await waitingKinds()).join() === 'placeholder',
    'a message that waits for the phone',
  )
})
step('the phone gives it, and gives it again', async () => {
  const given = { connection: company.connection.id, number: HELENA, id: 'P1', body: 'quanto custa o bolo?' }
  await company.phone.network('revise', given)
  await until(async () => (await waitingKinds()).join() === 'chat', 'the content of the message')
  await company.phone.network('revise', given)
})
step('a tag is made', async () => void must(await company.vera.call('POST', '/tags', { name: 'Troca' })))
step('the ticket is tagged', async () => {
  const tags = must(await company.vera.call<TagView[]>('GET', '/tags/list'))
  must(
    await company.vera.call('POST', '/tags/sync', {
      ticketId: (await helena()).id,
      tags: tags.map(({ id }) => ({ id })),
    }),
  )
})
step(
  'a tag is taken off',
  async () =>
    void must(
      await company.vera.call('POST', '/tags/sync', {
        ticketId: (await helena()).id,
        tags: [{ id: company.vip.id }],
      }),
    ),
)
step('the contact is edited', async () => {
  const { contact } = await helena()
  must(
    await company.vera.call('PUT', `/contacts/${contact.id}`, {
      name: 'Helena C.',
      number: contact.number,
      email: 'h@c.test',
      extraInfo: [{ name: 'Cidade', value: 'Rio' }],
    }),
  )
})
step(
  'a contact is made',
  async () =>
    void must(await company.vera.call('POST', '/contacts', { name: 'Helio', number: '5511987659999' })),
)
step('a schedule is made', async () => {
  const { contactId } = await helena()
  must(
    await company.vera.call('POST', '/schedules', {
      body: 'lembrete um',
      sendAt: '2999-01-02T12:00:00Z',
      contactId,
    }),
  )
})
step('an earlier schedule is made', async () => {
  const { contactId } = await helena()
  must(
    await company.vera.call('POST', '/schedules', {
      body: 'lembrete dois',
      sendAt: '2999-01-01T12:00:00Z',
      contactId,
    }),
  )
})
const listSchedules = async () =>
  must(
    await company.vera.call<{ schedules: ScheduleView[] }>(
      'GET',
      `/schedules?contactId=${(await helena()).contactId}`,
    ),
  ).schedules
step('a schedule is moved', async () => {
  const [first] = await listSchedules()
  must(
    await company.vera.call('PUT', `/schedules/${first?.id}`, {
      body: 'lembrete mudado',
      sendAt: '2999-01-03T12:00:00Z',
      contactId: first?.contactId,
    }),
  )
})
step('the contact of schedules is renamed', async () => {
  const { contact } = await helena()
  must(
    await company.vera.call('PUT', `/contacts/${contact.id}`, {
      name: 'Helena Castro',
      number: contact.number,
    }),
  )
})
step('a schedule fires', async () => {
  const [first] = await listSchedules()
  must(
    await company.vera.call('PUT', `/schedules/${first?.id}`, {
      body: 'lembrete de já',
      sendAt: new Date().toISOString(),
      contactId: first?.contactId,
    }),
  )
  await until(async () => (await listSchedules()).some(({ status }) => status === 'ENVIADA'), 'the schedule')
})
step('a schedule is deleted', async () => {
  const last = (await listSchedules()).at(-1)
  must(await company.vera.call('DELETE', `/schedules/${last?.id}`))
})
step(
  'the agent returns the ticket',
  async () => void (await put(company.vera, await helena(), { status: 'pending', userId: null })),
)
step('an administrator accepts', async () => {
  const { admin } = company
  await put(admin, await helena(), { status: 'open', userId: admin.session.user.id })
})
step('transfer to a colleague', async () => {
  const { admin, saul } = company
  await put(admin, await helena(), {
    userId: saul.session.user.id,
    status: 'open',
    queueId: company.vendas.id,
  })
})
step('the colleague opens it', () => everybodyOpens(HELENA))
step('transfer to another queue', async () => {
  await put(company.saul, await helena(), { status: 'pending', userId: null, queueId: company.suporte.id })
})
step('those of the queue open it', () => everybodyOpens(HELENA))
step('the colleague accepts', async () => {
  const { saul } = company
  await put(saul, await helena(), { status: 'open', userId: saul.session.user.id })
})
step('a queue is renamed', async () => {
  must(
    await company.admin.call('PUT', `/queue/${company.suporte.id}`, {
      name: 'Ajuda',
      color: '#00796C',
      greetingMessage: 'oi',
      orderQueue: 0,
    }),
  )
})
step(
  'a queue is made',
  async () =>
    void must(await company.admin.call('POST', '/queue', { name: 'Curta', color: '#222222', orderQueue: 1 })),
)
const curta = async () => {
  const queue = must(await company.admin.call<QueueView[]>('GET', '/queue')).find(
    ({ name }) => name === 'Curta',
  )
  if (!queue) throw new Error('no queue Curta')
  return queue
}
step(
  'a ticket goes into it',
  async () =>
    void (await put(company.admin, await rita(), {
      status: 'pending',
      queueId: (await curta()).id,
      userId: null,
    })),
)
step('another ticket is closed in it', async () => {
  const { admin } = company
  const group = await findTicket('120363000000000001')
  await put(admin, group, { status: 'open', userId: admin.session.user.id, queueId: (await curta()).id })
  await put(admin, group, { status: 'closed', userId: admin.session.user.id })
})
step('the connection serves it', async () => {
  const { id } = await curta()
  must(
    await company.admin.call('PUT', `/whatsapp/${company.connection.id}`, {
      name: 'Zap',
      isDefault: true,
      greetingMessage: 'Olá!',
      queueIds: [company.vendas.id, id],
    }),
  )
})
step(
  'the queue is deleted',
  async () => void must(await company.admin.call('DELETE', `/queue/${(await curta()).id}`)),
)
step('a resolved ticket', async () => {
  const { saul } = company
  await put(saul, await helena(), { status: 'closed', userId: saul.session.user.id })
})
step('a reopened one', async () => {
  const { saul } = company
  await put(saul, await helena(), { status: 'open', userId: saul.session.user.id })
})
step('it is resolved again', async () => {
  const { saul } = company
  await put(saul, await helena(), { status: 'closed', userId: saul.session.user.id })
})
step('the customer writes into a closed ticket', () => company.phone.says(HELENA, { body: 'mais um pedido' }))
step('those who may see it open it', () => everybodyOpens(HELENA))
step(
  'it leaves its queue',
  async () =>
    void (await put(company.admin, await helena(), { status: 'pending', userId: null, queueId: null })),
)
step('viewers of unqueued tickets open it', () => everybodyOpens(HELENA))
step('the one without a queue accepts', async () => {
  const { nina } = company
  await put(nina, await helena(), { status: 'open', userId: nina.session.user.id })
})
step(
  'a setting is changed',
  async () => void must(await company.admin.call('PUT', '/settings/userRating', { value: 'enabled' })),
)
step('the connection is renamed', async () => {
  must(
    await company.admin.call('PUT', `/whatsapp/${company.connection.id}`, {
      name: 'Zap Loja',
      isDefault: true,
      greetingMessage: 'Olá, tudo bem?',
    }),
  )
})
step('a second connection is made', async () => {
  const { id } = must(
    await company.admin.call<ConnectionView>('POST', '/whatsapp', { name: 'Matriz', provider: 'simulated' }),
  )
  await until(
    async () => Boolean(must(await company.admin.call<ConnectionView>('GET', `/whatsapp/${id}`)).qrcode),
    'a QR code',
  )
})
const matriz = async () => {
  const connection = must(await company.admin.call<ConnectionView[]>('GET', '/whatsapp')).find(
    ({ name }) => name === 'Matriz',
  )
  if (!connection) throw new Error('no connection Matriz')
  return connection
}
step('its QR code is looked at', async () => {
  const { id } = await matriz()
  for (const viewer of company.viewers) await viewer.subscribe(['getConnection', id])
})
step('it is scanned', async () => pair(company.admin, company.phone, (await matriz()).id))
step(
  'it becomes the default',
  async () =>
    void must(
      await company.admin.call('PUT', `/whatsapp/${(await matriz()).id}`, {
        name: 'Matriz',
        isDefault: true,
      }),
    ),
)
step(
  'transfer to a connection',
  async () => void (await put(company.nina, await helena(), { whatsappId: (await matriz()).id })),
)
const waitForStatus = async (id: number, status: string) =>
  until(
    async () => must(await company.admin.call<ConnectionView>('GET', `/whatsapp/${id}`)).status === status,
    status,
  )
step('its line drops and comes back', async () => {
  const { id } = await matriz()
  await company.phone.network(`connections/${id}/drop`, {})
  await desk.settle()
  await waitForStatus(id, 'CONNECTED')
})
step('the phone unlinks it', async () => {
  const { id } = await matriz()
  await company.phone.network(`connections/${id}/logout`, {})
  await until(
    async () =>
      must(await company.admin.call<ConnectionView>('GET', `/whatsapp/${id}`)).status !== 'CONNECTED',
    'the end',
  )
})
step('a new QR code is asked for', async () => {
  const { id } = await matriz()
  must(await company.admin.call('PUT', `/whatsappsession/${id}`, {}))
  await until(
    async () => Boolean(must(await company.admin.call<ConnectionView>('GET', `/whatsapp/${id}`)).qrcode),
    'a QR code',
  )
})
step('it is disconnected', async () => {
  const { id } = await matriz()
  must(await company.admin.call('DELETE', `/whatsappsession/${id}`))
  await waitForStatus(id, 'DISCONNECTED')
})
step('a message that cannot be sent', async () => {
  must(await company.nina.call('POST', `/messages/${(await helena()).id}`, { body: 'não sai' }))
})
step('it is started again', async () => {
  const { id } = await matriz()
  must(await company.admin.call('POST', `/whatsappsession/${id}`, {}))
  await until(
    async () => Boolean(must(await company.admin.call<ConnectionView>('GET', `/whatsapp/${id}`)).qrcode),
    'a QR code',
  )
})
step('it is deleted', async () => {
  const { id } = await matriz()
  must(await company.admin.call('DELETE', `/whatsapp/${id}`))
})
step('an agent opens a ticket', async () => {
  const contacts = must(
    await company.vera.call<{ contacts: ContactView[] }>('GET', '/contacts?searchParam=Helio&pageNumber=1'),
  ).contacts
  must(
    await company.vera.call('POST', '/tickets', {
      contactId: contacts[0]?.id,
      queueId: company.vendas.id,
      userId: company.vera.session.user.id,
      status: 'open',
    }),
  )
})
step(
  'a ticket is deleted',
  async () => void must(await company.admin.call('DELETE', `/tickets/${(await rita()).id}`)),
)
step(
  'a contact is deleted with its tickets',
  async () => void must(await company.admin.call('DELETE', `/contacts/${(await helena()).contactId}`)),
)
step('another customer comes', () => company.phone.says(LUCAS, { name: 'Lucas', body: 'oi' }))
