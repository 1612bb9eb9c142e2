import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { MessagesPage, MessageView, TicketView } from '@balcao/contracts'

import type { DemoConversation, DemoLine, DemoQueue } from './demo-conversations'
import { waitForAnswer, type DeskClient } from './desk-client'

export interface ConversationContext {
  network: DeskClient
  admin: DeskClient
  agents: Record<'ana' | 'bruno', DeskClient & { userId: number }>
  connectionId: number
  queues: Record<DemoQueue, number>
  tags: Record<string, number>
}

const ASSETS = path.join(__dirname, '../../assets/demo')

/** Plays one conversation from start to end, waiting after each line until the desk shows it. */
export async function playConversation(
  stage: ConversationContext,
  conversation: DemoConversation,
): Promise<void> {
  const shown: MessageView[] = []
  let ticket: TicketView | undefined
  for (const line of conversation.lines) {
    if (line.by === 'agent' && ticket?.status === 'pending')
      ticket = await accept(stage, conversation, ticket)
    if (line.by === 'customer') await customerSays(stage, conversation, line, shown)
    else await agentSays(stage, conversation, line, { shown, ticket })
    ticket ??= await findTicket(stage, conversation)
    shown.push(await newMessage(stage, ticket, shown.length))
  }
  if (ticket) await finish(stage, conversation, ticket)
}

async function customerSays(
  stage: ConversationContext,
  conversation: DemoConversation,
  line: DemoLine,
  shown: MessageView[],
) {
  const message: Record<string, unknown> = {
    connection: stage.connectionId,
    number: conversation.number,
    name: conversation.name || undefined,
  }
  if ('body' in line && line.body) message.body = line.body
  if ('file' in line) {
    const bytes = await readFile(path.join(ASSETS, line.file))
    message.media = { name: line.file, mimeType: line.mimeType, base64: bytes.toString('base64') }
  }
  if ('location' in line) message.location = line.location
  if ('vcard' in line) message.vcard = line.vcard
  if ('quotes' in line && line.quotes !== undefined)
    message.quotedId = await networkId(stage, shown[line.quotes])
  await stage.network.post('/simulator/inbound', { messages: [message] })
}

/** The network's id of a message of ours, found by its text: the API does not expose it. */
async function networkId(
  stage: ConversationContext,
  quoted: MessageView | undefined,
): Promise<string | undefined> {
  if (!quoted) return undefined
  return waitForAnswer(async () => {
    const { items } = await stage.network.get<{ items: { id: string; body: string }[] }>(
      `/simulator/outbound?connection=${stage.connectionId}`,
    )
    return items.find((item) => item.body === quoted.body)?.id
  }, 'the quoted message to reach the network')
}

async function agentSays(
  stage: ConversationContext,
  conversation: DemoConversation,
  line: DemoLine,
  { shown, ticket }: { shown: MessageView[]; ticket: TicketView | undefined },
) {
  if (!ticket || !conversation.agent) return
  const agent = stage.agents[conversation.agent]
  // An answer implies that the messages were read.
  await agent.post(`/tickets/${ticket.id}/read`, {})
  const body = 'body' in line ? (line.body ?? '') : ''
  if ('file' in line) {
    const bytes = await readFile(path.join(ASSETS, line.file))
    await agent.upload(
      `/messages/${ticket.id}`,
      { body },
      { name: line.file, mimeType: line.mimeType, bytes },
    )
    return
  }
  const quotedMsgId = 'quotes' in line && line.quotes !== undefined ? shown[line.quotes]?.id : undefined
  await agent.post(`/messages/${ticket.id}`, { body, ...(quotedMsgId ? { quotedMsgId } : {}) })
}

const findTicket = (stage: ConversationContext, { number }: DemoConversation) =>
  waitForAnswer(async () => {
    const { tickets } = await stage.admin.get<{ tickets: TicketView[] }>(
      `/tickets?showAll=true&searchParam=${number}`,
    )
    return tickets[0]
  }, `the ticket of ${number}`)

const newMessage = (stage: ConversationContext, ticket: TicketView, known: number) =>
  waitForAnswer(async () => {
    const { messages } = await stage.admin.get<MessagesPage>(`/messages/${ticket.id}?markAsRead=false`)
    return messages.length > known ? messages.at(-1) : undefined
  }, `a new message in ticket ${ticket.id}`)

async function accept(
  stage: ConversationContext,
  conversation: DemoConversation,
  ticket: TicketView,
): Promise<TicketView> {
  if (!conversation.agent) return ticket
  const agent = stage.agents[conversation.agent]
  const moved = await moveToQueue(stage, conversation, ticket)
  return agent.put<TicketView>(`/tickets/${ticket.id}`, {
    status: 'open',
    userId: agent.userId,
    queueId: moved.queueId,
    expectedStatus: 'pending',
  })
}

async function moveToQueue(
  stage: ConversationContext,
  conversation: DemoConversation,
  ticket: TicketView,
): Promise<TicketView> {
  if (!conversation.queue) return ticket
  return stage.admin.put<TicketView>(`/tickets/${ticket.id}`, {
    status: 'pending',
    userId: null,
    queueId: stage.queues[conversation.queue],
  })
}

async function finish(
  stage: ConversationContext,
  conversation: DemoConversation,
  ticket: TicketView,
): Promise<void> {
  if (conversation.end === 'pending') await moveToQueue(stage, conversation, ticket)
  if (conversation.tags) {
    await stage.admin.post('/tags/sync', {
      ticketId: ticket.id,
      tags: conversation.tags.map((name) => ({ id: stage.tags[name] })),
    })
  }
  if (conversation.note) {
    const author = conversation.agent ? stage.agents[conversation.agent] : stage.admin
    await author.post('/ticket-notes', {
      note: conversation.note,
      ticketId: ticket.id,
      contactId: ticket.contactId,
    })
  }
  if (conversation.extraInfo) {
    const { name, number, email } = ticket.contact
    await stage.admin.put(`/contacts/${ticket.contactId}`, {
      name,
      number,
      email,
      extraInfo: conversation.extraInfo,
    })
  }
  if (conversation.end === 'closed' && conversation.agent) {
    const agent = stage.agents[conversation.agent]
    await agent.put(`/tickets/${ticket.id}`, {
      status: 'closed',
      userId: agent.userId,
      queueId: ticket.queueId,
    })
  }
}
