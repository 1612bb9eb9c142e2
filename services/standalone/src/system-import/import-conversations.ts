import { contactId, connectionId } from '@balcao/contracts'

import {
  buildMessageId,
  skippedRow,
  type ImportedMessage,
  type ImportedTicket,
  type ImportRow,
} from '@balcao/tickets/service'

import type { ImportContext } from './import-context'
import type { BroughtContacts } from './import-contacts'
import type { SourceMessage, SourceRating, SourceTicket } from './source.port'

const TICKETS_AT_ONCE = 500

const CHANGE_WAITS = 'it waits: its agent was not brought'
const CHANGE_CONNECTION = 'on the default connection: its own is gone there'

interface Batch {
  tickets: ImportedTicket[]
  skipped: ImportRow[]
  messages: number
}

const emptyBatch = (): Batch => ({ tickets: [], skipped: [], messages: 0 })

/* Hands out the messages of one ticket after the other; both come in the order of tickets. */
class MessageQueue {
  private page: SourceMessage[] = []
  private at = 0
  private isOver = false

  constructor(private readonly pages: AsyncIterator<SourceMessage[]>) {}

  async take(ticketId: string): Promise<SourceMessage[]> {
    const taken: SourceMessage[] = []
    for (;;) {
      const next = this.page[this.at]
      if (next?.ticketId === ticketId) {
        taken.push(next)
        this.at += 1
      } else if (next !== undefined || this.isOver) return taken
      else await this.turn()
    }
  }

  private async turn(): Promise<void> {
    const { value, done = false } = await this.pages.next()
    this.isOver = done
    this.page = done ? [] : value
    this.at = 0
  }
}

class ConversationImport {
  private writing: Promise<void> = Promise.resolve()
  private batch = emptyBatch()
  /** Of a dry run: who has an unclosed ticket by now. */
  private readonly busy = new Set<string>()
  private done = { tickets: 0, messages: 0 }

  constructor(
    private readonly context: ImportContext,
    private readonly contacts: BroughtContacts,
    private readonly makeUuid: () => string,
    /** Of tickets whose connection is gone there. */
    private readonly fallbackConnection: number | undefined,
  ) {}

  async run(): Promise<void> {
    const { source, log } = this.context
    const last = log.rows('ticket').reduce((most, { sourceId }) => Math.max(most, Number(sourceId)), 0)
    const after = String(last)
    const queue = new MessageQueue(source.messages(after)[Symbol.asyncIterator]())
    for await (const page of source.tickets(after))
      for (const ticket of page) {
        await this.take(ticket, await queue.take(ticket.id))
        if (
          this.batch.messages >= this.context.messagesAtOnce ||
          this.batch.tickets.length >= TICKETS_AT_ONCE
        )
          await this.flush()
      }
    await this.flush()
    await this.writing
  }

  private skip(ticket: SourceTicket, messages: readonly SourceMessage[], reason: string): void {
    this.batch.skipped.push({ ...skippedRow('ticket', ticket.id, reason), messages: messages.length })
    const skip = (kind: 'note' | 'rating' | 'contactTag', id: string) =>
      this.batch.skipped.push(skippedRow(kind, id, 'its ticket was not brought'))
    for (const { id } of ticket.notes) skip('note', id)
    for (const { id } of ticket.ratings) skip('rating', id)
    for (const id of ticket.contactTagIds) skip('contactTag', `${ticket.contactId}/${id}`)
  }

  /* Here a rating is of the agent. */
  private toRating({ id, rate, userId: rated, createdAt }: SourceRating) {
    const userId = this.context.log.idOf('user', rated)
    if (userId !== undefined) return [{ sourceId: id, rate, userId, createdAt }]
    this.batch.skipped.push(skippedRow('rating', id, 'its agent was not brought'))
    return []
  }

  private toContactTag(contact: string, tag: string) {
    const sourceId = `${contact}/${tag}`
    const tagId = this.context.log.idOf('tag', tag)
    if (tagId !== undefined) return [{ sourceId, tagId }]
    this.batch.skipped.push(skippedRow('contactTag', sourceId, 'its tag was not brought'))
    return []
  }

  private async take(ticket: SourceTicket, messages: readonly SourceMessage[]): Promise<void> {
    const { log } = this.context
    const contact = log.idOf('contact', ticket.contactId)
    const connection = log.idOf('connection', ticket.connectionId) ?? this.fallbackConnection
    if (contact === undefined) return this.skip(ticket, messages, 'its contact was not brought')
    if (connection === undefined) return this.skip(ticket, messages, 'it has no connection')
    const brought: ImportedMessage[] = []
    for (const message of messages) {
      const sourceId = `${ticket.id}/${message.id}`
      if (message.fault === '') brought.push(await this.toMessage(ticket, message))
      else this.batch.skipped.push(skippedRow('message', sourceId, message.fault))
    }
    const userId = log.idOf('user', ticket.userId)
    const isOwn = log.idOf('connection', ticket.connectionId) !== undefined
    const isLeft = ticket.status === 'open' && userId === undefined
    this.batch.tickets.push({
      sourceId: ticket.id,
      uuid: this.makeUuid(),
      contactId: contactId(contact),
      connectionId: connectionId(connection),
      status: isLeft ? 'pending' : ticket.status,
      change: isLeft ? CHANGE_WAITS : isOwn ? '' : CHANGE_CONNECTION,
      userId: ticket.status === 'pending' ? undefined : userId,
      queueId: log.idOf('queue', ticket.queueId),
      isGroup: this.contacts.groups.has(ticket.contactId),
      createdAt: ticket.createdAt,
      updatedAt: ticket.updatedAt,
      tagIds: ticket.tagIds.flatMap((id) => log.idOf('tag', id) ?? []),
      notes: ticket.notes.map(({ id, note, userId: author, createdAt }) => ({
        sourceId: id,
        note,
        userId: log.idOf('user', author) ?? this.context.administratorId,
        createdAt,
      })),
      contactTags: ticket.contactTagIds.flatMap((id) => this.toContactTag(ticket.contactId, id)),
      ratings: ticket.ratings.flatMap((rating) => this.toRating(rating)),
      messages: brought,
    })
    this.batch.messages += brought.length
  }

  /* The import's id is part of it: what an undone import erases is not what the next one brings. */
  private idOf(message: { id: string; ticketId: string; createdAt: Date }) {
    const { companyId, log } = this.context
    return buildMessageId(
      `${companyId}/${log.scope?.importId ?? 0}`,
      `${message.ticketId}/${message.id}`,
      message.createdAt,
    )
  }

  private async toMessage(ticket: SourceTicket, message: SourceMessage): Promise<ImportedMessage> {
    const { files, log } = this.context
    if (message.file && files && !log.scope) await files.look(message.file)
    const stored = message.file && files && log.scope ? await files.store(message.file) : undefined
    const media = stored && 'media' in stored ? stored.media : undefined
    return {
      id: this.idOf(message),
      waId: message.waId,
      remoteJid: message.remoteJid || (this.contacts.jids.get(ticket.contactId) ?? ''),
      participant: this.contacts.groups.has(ticket.contactId) ? message.participant : '',
      fromMe: message.fromMe,
      // The family writes a file's name where there is no caption.
      body: media && message.body === message.file?.name ? '' : message.body,
      kind: message.kind,
      vcard: message.vcard,
      media,
      isFileGone: message.file !== undefined && media === undefined,
      quoted: message.quoted && {
        id: this.idOf(message.quoted),
        body: message.quoted.body,
        kind: message.quoted.kind,
        fromMe: message.quoted.fromMe,
        senderName: '',
      },
      senderName: message.senderName,
      ack: message.ack,
      deleted: message.deleted,
      edited: message.edited,
      createdAt: message.createdAt,
    }
  }

  /* One batch is written while the next is read. */
  private async flush(): Promise<void> {
    const batch = this.batch
    this.batch = emptyBatch()
    await this.writing
    this.writing = this.write(batch)
    // Awaited at the next flush.
    this.writing.catch(() => undefined)
  }

  private async write({ tickets, skipped, messages }: Batch): Promise<void> {
    const { log, companyId, onProgress } = this.context
    if (tickets.length + skipped.length === 0) return
    log.remember(skipped)
    if (log.scope) {
      const { importId } = log.scope
      log.remember(await this.context.tickets.importConversations({ companyId, importId, tickets, skipped }))
    } else log.remember(await this.context.tickets.judgeConversations({ companyId, tickets }, this.busy))
    this.done = { tickets: this.done.tickets + tickets.length, messages: this.done.messages + messages }
    onProgress(this.done)
  }
}

/** Tickets with their messages and notes, in batches of whole tickets; goes on behind the last one that was written. */
export const bringConversations = (
  context: ImportContext,
  contacts: BroughtContacts,
  options: { makeUuid: () => string; fallbackConnection: number | undefined },
): Promise<void> =>
  new ConversationImport(context, contacts, options.makeUuid, options.fallbackConnection).run()
