import type {
  ContactView,
  MessageView,
  QueueRefView,
  QueueView,
  SessionUserView,
  TagView,
  TicketView,
} from '@balcao/contracts'

import { buildTicket as buildPlainTicket } from './builders'

const COMPANY = 1

export const queues: QueueView[] = [
  ['Suporte', '#00796B'],
  ['Vendas', '#1565C0'],
  ['Financeiro', '#6A1B9A'],
].map(([name = '', color = ''], index) => ({
  id: index + 1,
  name,
  color,
  greetingMessage: '',
  outOfHoursMessage: '',
  orderQueue: index,
  schedules: [],
  promptId: null,
  integrationId: null,
  timeZone: null,
  mediaPath: null,
  mediaName: null,
  companyId: COMPANY,
}))

export const tags: TagView[] = [
  { id: 1, name: 'VIP', color: '#AD1457', kanban: 0, userId: null },
  { id: 2, name: 'Troca', color: '#1565C0', kanban: 0, userId: null },
  { id: 3, name: 'Retorno', color: '#EF6C00', kanban: 0, userId: null },
]

interface OwnFields extends Partial<Omit<SessionUserView, 'queues'>> {
  queues?: readonly QueueRefView[]
}

export const buildMe = ({ queues: own = queues, ...fields }: OwnFields = {}): SessionUserView => ({
  id: 1,
  name: 'Marina',
  email: 'marina@aurora.test',
  profile: 'admin',
  super: false,
  companyId: COMPANY,
  company: {
    id: COMPANY,
    name: 'Loja Aurora',
    dueDate: '2026-12-18T00:00:00.000Z',
    trialExpiration: null,
    schedules: [],
    settings: [],
  },
  queues: own.map(({ id, name, color }) => ({
    id,
    name,
    color,
    UserQueue: { userId: fields.id ?? 1, queueId: id },
  })),
  allTicket: 'enabled',
  whatsappId: null,
  ...fields,
})

export const buildContact = (own: Partial<ContactView> = {}): ContactView => ({
  id: 1,
  name: 'Helena Castro',
  number: '5511987654321',
  email: '',
  uuid: '0b0e7a4e-0000-4000-8000-000000000005',
  profilePicUrl: null,
  urlPicture: null,
  whatsapp: null,
  isGroup: false,
  companyId: COMPANY,
  extraInfo: [],
  createdAt: '2023-05-02T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...own,
})

const buildUuid = (id: number): string => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`

export const buildTicket = (own: Partial<TicketView> = {}): TicketView => {
  const id = own.id ?? 1
  const contact = own.contact ?? buildContact({ id })
  const at = own.updatedAt ?? '2026-11-20T12:00:00.000Z'
  return {
    ...buildPlainTicket(),
    id,
    uuid: buildUuid(id),
    status: 'open',
    companyId: COMPANY,
    userId: own.status === 'pending' ? null : 1,
    user: own.status === 'pending' ? null : { id: 1, name: 'Marina' },
    queueId: 1,
    queue: { id: 1, name: 'Suporte', color: '#00796B' },
    whatsappId: 1,
    whatsapp: { id: 1, name: 'WhatsApp Loja' },
    contactId: contact.id,
    contact,
    lastMessage: 'Oi',
    lastMessageAt: at,
    unreadMessages: 0,
    createdAt: at,
    updatedAt: at,
    closedAt: own.status === 'closed' ? at : null,
    pendingAt: own.status === 'pending' ? at : null,
    ...own,
  }
}

export const buildMessage = (own: Partial<MessageView> = {}): MessageView => {
  const seq = own.seq ?? 1
  const ticketId = own.ticketId ?? 1
  const at = own.createdAt ?? new Date(Date.UTC(2026, 10, 20, 12, 0, seq)).toISOString()
  return {
    id: `00000000-0000-7000-${String(ticketId).padStart(4, '0')}-${String(seq).padStart(12, '0')}`,
    ticketId,
    contactId: ticketId,
    companyId: COMPANY,
    seq,
    body: `mensagem ${seq}`,
    fromMe: false,
    mediaType: 'chat',
    mediaUrl: null,
    media: null,
    medias: own.media ? [own.media] : [],
    quotedMsg: null,
    ack: own.fromMe ? 1 : 0,
    failure: null,
    read: true,
    isDeleted: false,
    isEdited: false,
    clientId: null,
    senderName: '',
    senderId: null,
    userId: null,
    location: null,
    ad: null,
    choices: null,
    choiceId: null,
    transcript: null,
    mediaState: null,
    mediaWait: null,
    marks: [],
    reactions: [],
    createdAt: at,
    updatedAt: at,
    ...own,
  }
}
