import type { MessageView, TicketView } from '@balcao/contracts'

import {
  buildContact,
  buildMe,
  buildMessage,
  buildTicket,
  queues,
  tags,
  type FakeDeskData,
} from './fake-desk'

/* Sample tickets with a message of every kind, for looking at the screen. */

const minutesAgo = (now: number, minutes: number) => new Date(now - minutes * 60_000).toISOString()
const DAY = 24 * 60

const picture = (width: number, height: number, from: string, to: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`)}`

type Line = [
  name: string,
  text: string,
  ago: number,
  queue: number | null,
  connection: string,
  own?: Partial<TicketView>,
]

const lines: Line[] = [
  [
    'Helena Castro',
    'E consigo receber até sexta?',
    4,
    1,
    'WhatsApp Loja',
    { unreadMessages: 2, tags: tags.slice(0, 2) },
  ],
  ['Bruno Teixeira', '', 9, 2, 'WhatsApp Loja', { unreadMessages: 5, lastMessageKind: 'audio' }],
  [
    'Condomínio Ipê',
    'boleto-novembro.pdf',
    27,
    3,
    'Matriz',
    {
      lastMessageKind: 'application',
      lastMessageFromMe: true,
      lastMessageAck: 2,
      tags: tags.slice(2),
      isGroup: true,
    },
  ],
  [
    'Dra. Paula Nunes',
    'Bom dia doutora, sobre o orçamento',
    50,
    1,
    'Matriz',
    { lastMessageFromMe: true, lastMessageAck: 3 },
  ],
  [
    '+55 21 99812-3344',
    '',
    66,
    null,
    'WhatsApp Loja',
    { unreadMessages: 1, lastMessageKind: 'locationMessage' },
  ],
  ['Ateliê Lume', 'Perfeito, obrigado!!', 77, 2, 'WhatsApp Loja', { tags: tags }],
  ['Marcos e Filhos', '', DAY + 20, 3, 'Matriz', { lastMessageKind: 'image' }],
  [
    'Rita Souza',
    'Chegou direitinho? 😊',
    DAY + 60,
    1,
    'Matriz',
    { lastMessageFromMe: true, lastMessageAck: 1 },
  ],
  ['Oficina Central', 'Pode ligar depois das 14h', 2 * DAY, 2, 'Matriz'],
  ['Joana Prado', 'Ok, combinado', 3 * DAY, 1, 'WhatsApp Loja'],
  [
    'Tiago Ferraz',
    'Tem esse modelo na cor azul?',
    3,
    null,
    'WhatsApp Loja',
    { status: 'pending', unreadMessages: 1 },
  ],
  ['Camila Rocha', 'Preciso da segunda via', 8, 3, 'WhatsApp Loja', { status: 'pending', unreadMessages: 3 }],
  ['Padaria do Zé', 'Bom dia!', 32, 2, 'Matriz', { status: 'pending', unreadMessages: 1, chatbot: true }],
]

const conversation = (now: number): MessageView[] => {
  const wav = 'data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='
  const own: Partial<MessageView>[] = [
    { body: 'Boa tarde! Vi o vestido no site', createdAt: minutesAgo(now, 2 * DAY) },
    {
      body: '',
      mediaType: 'image',
      mediaUrl: picture(900, 1200, '#F2C879', '#AD1457'),
      media: {
        url: '',
        name: 'vestido.jpg',
        mimeType: 'image/jpeg',
        sizeBytes: 220_000,
        width: 900,
        height: 1200,
        durationSeconds: null,
      },
      createdAt: minutesAgo(now, 2 * DAY - 1),
    },
    {
      body: 'Catálogo da coleção',
      mediaType: 'application',
      fromMe: true,
      ack: 3,
      mediaUrl: '#',
      media: {
        url: '#',
        name: 'catalogo-primavera-verao-2026-completo.pdf',
        mimeType: 'application/pdf',
        sizeBytes: 2_480_000,
        width: null,
        height: null,
        durationSeconds: null,
      },
      createdAt: minutesAgo(now, 2 * DAY - 4),
    },
    {
      body: '',
      mediaType: 'locationMessage',
      location: {
        latitude: -23.5614,
        longitude: -46.6559,
        name: 'Loja Aurora',
        address: 'Av. Paulista, 1578',
      },
      fromMe: true,
      ack: 3,
      createdAt: minutesAgo(now, 2 * DAY - 5),
    },
    {
      body: 'BEGIN:VCARD\nVERSION:3.0\nFN:Rafael Entregas\nTEL;waid=5511955554444:+55 11 95555-4444\nEND:VCARD',
      mediaType: 'vcard',
      fromMe: true,
      ack: 3,
      createdAt: minutesAgo(now, 2 * DAY - 6),
    },
    { body: '', mediaType: 'call_log', createdAt: minutesAgo(now, 2 * DAY - 60) },
    { body: 'apagada', isDeleted: true, createdAt: minutesAgo(now, 2 * DAY - 70) },
    {
      body: 'Oi, bom dia! Meu pedido *#90214* chegou com o tamanho errado 😕',
      createdAt: minutesAgo(now, DAY + 90),
    },
    {
      body: '*Marina:*\nBom dia, Helena! Já localizei aqui: https://loja.test/p/90214. Quer trocar pelo M?',
      fromMe: true,
      ack: 3,
      createdAt: minutesAgo(now, DAY + 88),
    },
    {
      body: '',
      mediaType: 'audio',
      fromMe: true,
      ack: 5,
      mediaUrl: wav,
      media: {
        url: wav,
        name: 'audio.ogg',
        mimeType: 'audio/ogg',
        sizeBytes: 17_000,
        width: null,
        height: null,
        durationSeconds: 17,
      },
      createdAt: minutesAgo(now, DAY + 87),
    },
    {
      body: 'Quero sim! Preciso devolver antes ou vocês mandam junto?',
      createdAt: minutesAgo(now, 6),
      quotedMsg: {
        id: 'x',
        body: 'Quer trocar pelo M?',
        mediaType: 'chat',
        fromMe: true,
        senderName: 'Marina',
      },
    },
    { body: 'E consigo receber até sexta?', createdAt: minutesAgo(now, 5) },
    {
      body: 'Mandamos junto, o entregador recolhe na hora. Sexta está garantido 👍',
      fromMe: true,
      ack: 2,
      createdAt: minutesAgo(now, 3),
    },
  ]
  return own.map((one, index) => buildMessage({ ticketId: 1, seq: index + 1, ...one }))
}

const buildSampleTicket = (
  now: number,
  [name, text, ago, queueId, connection, own]: Line,
  index: number,
): TicketView => {
  const queue = queues.find(({ id }) => id === queueId)
  const at = minutesAgo(now, ago)
  return buildTicket({
    id: index + 1,
    contact: buildContact({
      id: index + 1,
      name,
      isGroup: own?.isGroup ?? false,
      extraInfo:
        index === 0
          ? [
              ['CPF', '•••.482.•••-09'],
              ['Cidade', 'São Paulo'],
              ['Cliente desde', '2023'],
            ].map(([field = '', value = ''], id) => ({ id, name: field, value }))
          : [],
    }),
    lastMessage: text,
    queueId,
    queue: queue ? { id: queue.id, name: queue.name, color: queue.color } : null,
    whatsapp: { id: connection === 'Matriz' ? 2 : 1, name: connection },
    lastMessageAt: at,
    createdAt: at,
    updatedAt: at,
    ...own,
  })
}

export const buildSampleTickets = (now: number): FakeDeskData => {
  const tickets = lines.map((line, index) => buildSampleTicket(now, line, index))
  const helena = tickets[0]?.contact
  const before = [4790, 4512].map((id, index) =>
    buildTicket({
      id,
      contact: helena,
      status: 'closed',
      updatedAt: minutesAgo(now, (index + 1) * 40 * DAY),
      lastMessage: 'Obrigada!',
    }),
  )
  const others = tickets.slice(1).map((ticket) =>
    buildMessage({
      ticketId: ticket.id,
      body: ticket.lastMessage || 'Olá',
      fromMe: ticket.lastMessageFromMe,
      ack: ticket.lastMessageAck,
      createdAt: ticket.lastMessageAt,
    }),
  )
  return {
    me: buildMe(),
    tickets: [...tickets, ...before],
    messages: [...conversation(now), ...others],
    notes: [
      ['Prefere entrega à tarde; portaria fecha 18h.', 8 * DAY, 1, 'Marina'],
      ['Troca aprovada pela supervisão.', DAY + 80, 2, 'Rafael'],
    ].map(([note, ago, userId, name], id) => ({
      id,
      note: String(note),
      ticketId: 1,
      contactId: 1,
      user: { id: Number(userId), name: String(name) },
      createdAt: minutesAgo(now, Number(ago)),
    })),
    schedules: [],
  }
}
