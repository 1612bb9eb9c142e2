import { readFile } from 'node:fs/promises'
import path from 'node:path'

import {
  strictHandling,
  type ChatView,
  type ConnectionView,
  type CampaignView,
  type ContactImportView,
  type FileListView,
  type ContactListImportView,
  type ContactListItemView,
  type ContactListView,
  type LoginAnswer,
  type MessagesPage,
  type MessageView,
  type QueueOptionView,
  type QueueView,
  type ScheduleView,
  type SignUpAnswer,
  type QuickMessageView,
  type TagView,
  type TicketNoteView,
  type TicketView,
  type ApiKeyView,
  type PromptView,
  type WebhookView,
  type QueueIntegrationView,
} from '@balcao/contracts'
import { waitFor } from '@balcao/testkit'

export interface Answer<T = unknown> {
  status: number
  body: T
}

export type Call = <T = unknown>(method: string, path: string, body?: unknown) => Promise<Answer<T>>

/** Calls as one user, with strict handling. Bodies are JSON, or FormData unchanged. */
export const createApiCall =
  (
    url: string,
    token?: string,
    send: (address: string, init: RequestInit) => Promise<Response> = fetch,
  ): Call =>
  async <T>(method: string, path: string, body?: unknown) => {
    const form = body instanceof FormData
    const response = await send(`${url}${path}`, {
      method: method.toUpperCase(),
      headers: {
        ...strictHandling,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      body: (text && /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text) as T,
    }
  }

/** The first value of `ask`; the timeout names what was awaited. */
export const until = <T>(
  ask: () => Promise<T | undefined>,
  what: string,
  withinMs = 60_000,
): Promise<NonNullable<T>> =>
  waitFor(ask, withinMs).catch((cause: unknown) => {
    throw new Error(`waited in vain for ${what}`, { cause })
  })

/** A company with one of everything that has an id. */
export interface WholeCompany {
  id: number
  email: string
  token: string
  call: Call
  userId: number
  connection: ConnectionView
  queue: QueueView
  option: QueueOptionView
  tag: TagView
  quickMessage: QuickMessageView
  chat: ChatView
  fileList: FileListView
  ticket: TicketView
  received: MessageView
  sent: MessageView
  media: MessageView
  note: TicketNoteView
  schedule: ScheduleView
  contactImport: ContactImportView
  campaign: CampaignView
  contactList: ContactListView
  listItem: ContactListItemView
  listImport: ContactListImportView
  integration: QueueIntegrationView
  prompt: PromptView
  apiKey: ApiKeyView
  webhook: WebhookView
}

const must = <T>(answer: Answer<T>, what: string): T => {
  if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

export const PASSWORD = 'segredo-123'

/** A company on the first plan, whose first user logs in with `PASSWORD`. */
export async function signUp(url: string, { name, email }: { name: string; email: string }): Promise<void> {
  const anonymous = createApiCall(url)
  const [plan] = must(await anonymous<{ id: number }[]>('get', '/plans/list'), 'plans')
  const company = { name, email, phone: '11955550000', password: PASSWORD, planId: plan!.id }
  const { status } = await anonymous<SignUpAnswer>('post', '/companies', company)
  if (status !== 200) throw new Error(`sign-up: ${status}`)
}

/** Creates it through the public API: sign-up, session, simulated phone. */
export async function createWholeCompany(url: string, name: string, number: string): Promise<WholeCompany> {
  const anonymous = createApiCall(url)
  const email = `${name.toLowerCase().replace(/\W+/g, '')}@empresa.test`
  await signUp(url, { name, email })
  const session = must(
    await anonymous<LoginAnswer>('post', '/auth/login', { email, password: PASSWORD }),
    'login',
  )
  const call = createApiCall(url, session.token)
  const queue = must(
    await call<QueueView>('post', '/queue', { name: `Fila ${name}`, color: '#123456' }),
    'queue',
  )
  const option = must(
    await call<QueueOptionView>('post', '/queue-options', { queueId: queue.id, title: `Opção ${name}` }),
    'option',
  )
  const connection = await pairedConnection(call, anonymous, name)
  const tag = must(await call<TagView>('post', '/tags', { name: `Marca ${name}`, color: '#654321' }), 'tag')
  must(
    await anonymous('post', '/simulator/inbound', {
      messages: [{ connection: connection.id, number, name: `Cliente ${name}`, body: `segredo de ${name}` }],
    }),
    'inbound',
  )
  const pending = await until(async () => {
    const { tickets } = must(await call<{ tickets: TicketView[] }>('get', '/tickets?showAll=true'), 'tickets')
    return tickets[0]
  }, `the ticket of ${name}`)
  const ticket = must(
    await call<TicketView>('put', `/tickets/${pending.id}`, {
      status: 'open',
      userId: session.user.id,
      queueId: queue.id,
    }),
    'accept',
  )
  const answered = must(
    await call<{ messages: MessageView[] }>('post', `/messages/${ticket.id}`, {
      body: `resposta de ${name}`,
    }),
    'send',
  )
  const form = new FormData()
  form.append('body', 'anexo')
  form.append('medias', new Blob([`%PDF-1.4 canário de ${name}`], { type: 'application/pdf' }), 'a.pdf')
  const withMedia = must(
    await call<{ messages: MessageView[] }>('post', `/messages/${ticket.id}`, form),
    'send media',
  )
  const { messages } = must(await call<MessagesPage>('get', `/messages/${ticket.id}`), 'messages')
  const note = must(
    await call<TicketNoteView>('post', '/ticket-notes', {
      note: `nota de ${name}`,
      ticketId: ticket.id,
      contactId: ticket.contactId,
    }),
    'note',
  )
  const sheet = new FormData()
  const sample = await readFile(path.join(__dirname, '../../../../web/public/public/import-contatos.xlsx'))
  sheet.append('file', new Blob([new Uint8Array(sample)]), `${name}.xlsx`)
  const contactImport = must(await call<ContactImportView>('post', '/contacts/imports', sheet), 'import')
  const contactList = must(
    await call<ContactListView>('post', '/contact-lists', { name: `Lista ${name}` }),
    'contact list',
  )
  const campaign = must(
    await call<CampaignView>('post', '/campaigns', {
      name: `Campanha ${name}`,
      message1: `oferta de ${name}`,
      contactListId: contactList.id,
    }),
    'campaign',
  )
  const listItem = must(
    await call<ContactListItemView>('post', '/contact-list-items', {
      name: `Alvo de ${name}`,
      number,
      contactListId: contactList.id,
    }),
    'contact of a list',
  )
  const listImport = must(
    await call<ContactListImportView>('post', `/contact-lists/${contactList.id}/upload`, sheet),
    'import into a list',
  )
  const schedule = must(
    await call<ScheduleView>('post', '/schedules', {
      body: `lembrete de ${name}`,
      sendAt: '2999-01-01T12:00:00Z',
      contactId: ticket.contactId,
    }),
    'schedule',
  )
  const quickMessage = must(
    await call<QuickMessageView>('post', '/quick-messages', {
      shortcode: 'texto',
      message: `texto de ${name}`,
      geral: true,
    }),
    'quick message',
  )
  const chat = must(
    await call<ChatView>('post', '/chats', { title: `Conversa ${name}`, users: [{ id: session.user.id }] }),
    'internal chat',
  )
  must(await call('post', `/chats/${chat.id}/messages`, { message: `recado de ${name}` }), 'chat message')
  const fileList = must(
    await call<FileListView>('post', '/files', {
      name: `Arquivos ${name}`,
      message: `segue de ${name}`,
      options: [{ name: 'tabela' }],
    }),
    'file list',
  )
  const integration = must(
    await call<QueueIntegrationView>('post', '/queueIntegration', {
      type: 'webhook',
      name: `Gancho ${name}`,
      urlN8N: 'https://hooks.example.test/in',
    }),
    'integration',
  )
  const apiKey = must(
    await call<ApiKeyView>('post', '/api-keys', { name: `Chave ${name}`, scopes: ['tickets:read'] }),
    'API key',
  )
  const webhook = must(
    await call<WebhookView>('post', '/webhooks', {
      url: `https://${name.toLowerCase()}.example.test/`,
      events: ['contact.deleted'],
    }),
    'webhook',
  )
  const prompt = must(
    await call<PromptView>('post', '/prompt', {
      name: `Prompt ${name}`,
      prompt: `instrução de ${name}`,
      queueId: queue.id,
    }),
    'prompt',
  )
  return {
    id: session.user.companyId,
    email,
    token: session.token,
    call,
    userId: session.user.id,
    connection,
    queue,
    option,
    tag,
    quickMessage,
    chat,
    fileList,
    ticket,
    received: messages[0]!,
    sent: answered.messages[0]!,
    media: withMedia.messages[0]!,
    note,
    schedule,
    contactImport,
    campaign,
    contactList,
    listItem,
    listImport,
    integration,
    prompt,
    apiKey,
    webhook,
  }
}

async function pairedConnection(call: Call, anonymous: Call, name: string): Promise<ConnectionView> {
  const created = must(
    await call<ConnectionView>('post', '/whatsapp', { name: `Zap ${name}`, isDefault: true }),
    'connection',
  )
  await until(async () => {
    const { qrcode } = must(await call<ConnectionView>('get', `/whatsapp/${created.id}`), 'connection')
    return qrcode || undefined
  }, 'a QR code')
  must(await anonymous('post', `/simulator/connections/${created.id}/scan`, {}), 'scan')
  return until(async () => {
    const connection = must(await call<ConnectionView>('get', `/whatsapp/${created.id}`), 'connection')
    return connection.status === 'CONNECTED' ? connection : undefined
  }, 'the session')
}
