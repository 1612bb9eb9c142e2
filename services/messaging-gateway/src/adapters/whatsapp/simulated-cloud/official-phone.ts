import { randomBytes } from 'node:crypto'

import { AppError, isRecord, readRecord, readRecords, readText } from '@balcao/kernel'

import { simulatorLog } from '../../../logger'
import type { GraphServer, OutgoingMessage } from '../graph-server'
import { findMedia } from '../graph-server/media'
import type { PhoneMessage, Untaken } from '../simulated/inbound-ledger'
import type { SimulatedNetwork } from '../simulated/simulated-network'
import { listQuickReplies, toArrivedContent, type QuickReply } from './arrived-content'
import { fileKinds, hasFileKind, toIncomingContent, toTap } from './incoming-content'
import { OfficialLedger, type OfficialLine } from './official-ledger'

type Written = Omit<Untaken, 'seq' | 'taken' | 'revision' | 'mediaSizeBytes'>

const MEDIA_ID_BYTES = 16

/**
 * The phones of the customers of official numbers: what they write goes to the Graph server, and what arrives there to the simulated
 * network's ledger, from which the page of the simulated phone shows it. Both know a message by Meta's id.
 */
export class OfficialPhone {
  private readonly ledger: OfficialLedger
  /** What happens at the Graph server is written down in its order. */
  private writing: Promise<void> = Promise.resolve()

  constructor(
    private readonly graph: GraphServer,
    private readonly network: SimulatedNetwork,
  ) {
    this.ledger = new OfficialLedger(network.deps.db, network.desk)
  }

  get phoneNumberIds(): string[] {
    return [...this.graph.network.numbers.keys()]
  }

  /** The connection's number at Meta; undefined when the connection is of another kind. */
  async findLine(connectionId: number): Promise<OfficialLine | undefined> {
    const lines = await this.ledger.listLines(this.phoneNumberIds)
    return lines.find((line) => line.connectionId === connectionId)
  }

  /** Gives the Graph server what the one before this process knew, and sends again what the desk has not taken. */
  async start(): Promise<void> {
    this.graph.observe({
      arrived: (message) => this.write(() => this.arrive(message)),
      taken: ({ entry }) =>
        this.write(() => this.markTaken(entry.flatMap(({ changes }) => changes.map(({ value }) => value)))),
      read: (messageId) => this.write(() => this.ledger.markReadUpTo(messageId)),
      typing: (phoneNumberId, from) =>
        this.write(() =>
          this.forLine(phoneNumberId, ({ connectionId }) =>
            this.ledger.showTyping(connectionId, from, this.network.deps.clock.now()),
          ),
        ),
    })
    for (const line of await this.ledger.listLines(this.phoneNumberIds)) {
      const { received, arrived, hidden, untaken } = await this.ledger.listFormer(line)
      for (const chat of hidden) this.hideNumber(chat)
      for (const message of received) this.graph.restoreReceived(message)
      for (const message of arrived) this.graph.restoreArrived(message, message.kind)
      for (const message of untaken) await this.announce(line, message)
    }
  }

  async stop(): Promise<void> {
    this.graph.observe(undefined)
    await this.writing
  }

  /** A customer writes. Answers Meta's id of the message. */
  async say(line: OfficialLine, given: PhoneMessage): Promise<string> {
    const id = this.graph.newMessageId(given.chat)
    const at = this.network.deps.clock.now()
    const message = { ...given, id }
    // Stored first: what a kill leaves here is announced by the next process.
    await this.network.inbound.store([message], at)
    const { media } = message
    await this.announce(line, {
      ...message,
      mediaName: media?.name ?? null,
      mediaMimeType: media?.mimeType ?? null,
      at,
    })
    return id
  }

  async react(line: OfficialLine, chat: string, messageId: string, emoji: string): Promise<void> {
    const { deps, reactions } = this.network
    const { connectionId } = line
    await reactions.put({ connectionId, chat, messageId, emoji, participant: '' }, deps.clock.now())
    this.graph.customerWrites(line.phoneNumberId, chat, {
      type: 'reaction',
      reaction: { message_id: messageId, ...(emoji !== '' && { emoji }) },
    })
  }

  /** The customer has read, or played, these. Answers how many of them there are. */
  async see({ connectionId }: OfficialLine, ids: readonly string[], ack: 3 | 4): Promise<number> {
    const arrived = await this.ledger.listArrived(connectionId, ids)
    for (const id of arrived) {
      if (ack === 3) this.graph.customerReads(id)
      else this.graph.sendStatus(id, 'played')
    }
    await this.ledger.markSeen(connectionId, arrived, ack)
    return arrived.length
  }

  /** The chat is so much older, at Meta and on the phone: its window may be over. The desk's clock goes on as before. */
  async passTime({ connectionId, phoneNumberId }: OfficialLine, chat: string, ms: number): Promise<void> {
    await this.ledger.age(connectionId, chat, ms)
    this.graph.passTime(phoneNumberId, chat, ms)
  }

  private async announce({ connectionId, phoneNumberId }: OfficialLine, message: Written): Promise<void> {
    const { id, chat, name, body, kind, mediaId, quotedId, at, extra } = message
    const customer = this.graph.customer(chat)
    if (name !== '') customer.name = name
    if (extra.hidesNumber) this.hideNumber(chat)
    const options = { id, writtenAt: at, ...(quotedId !== '' && { quotedId }) }
    if (mediaId !== null && hasFileKind(kind)) {
      const media = await this.network.inbound.mediaContent(mediaId)
      if (!media) throw new AppError('ERR_NO_MEDIA_FOUND')
      const file = {
        kind: fileKinds[kind],
        mimeType: media.mimeType,
        content: media.content,
        ...(body !== '' && { caption: body }),
        ...(kind === 'application' && { filename: media.name }),
      }
      this.graph.customerSendsFile(phoneNumberId, chat, file, options)
      return
    }
    const tappable = quotedId === '' ? {} : await this.ledger.findTappable(connectionId, quotedId)
    const content = toTap(body, tappable, customer) ?? toIncomingContent(message)
    this.graph.customerWrites(phoneNumberId, chat, content, options)
  }

  /* Only who has a user name can. */
  private hideNumber(chat: string): void {
    const customer = this.graph.customer(chat)
    customer.hidesNumber = true
    customer.username ??= `@cliente${chat}`
  }

  private async arrive(message: OutgoingMessage): Promise<void> {
    await this.forLine(message.phoneNumberId, async ({ connectionId }) => {
      const { id, to: chat, body } = message
      const at = this.network.deps.clock.now()
      if (message.kind === 'reaction') {
        const { message_id: target, emoji } = readRecord(body.reaction)
        const reaction = { chat, messageId: readText(target), emoji: readText(emoji), at }
        return this.ledger.storeReaction(connectionId, reaction)
      }
      const { kind, body: shown, extra, file } = toArrivedContent(message, this.buttonsOf(message))
      const media = file && findMedia(this.graph.network, file.mediaId)
      await this.ledger.storeArrival(connectionId, {
        chat,
        id,
        kind,
        body: shown,
        extra,
        at,
        quotedId: readText(readRecord(body.context).message_id),
        media:
          media && file
            ? { id: newMediaId(), name: file.name, mimeType: media.mimeType, content: media.content }
            : undefined,
      })
    })
  }

  private buttonsOf({ kind, body, phoneNumberId }: OutgoingMessage): QuickReply[] {
    if (kind !== 'template') return []
    const sent = readRecord(body.template)
    const { name, language } = sent
    const { accountId } = this.graph.network.number(phoneNumberId)
    const template = [...this.graph.network.templates.values()].find(
      (one) => one.accountId === accountId && one.name === name && one.language === readRecord(language).code,
    )
    return template ? listQuickReplies(template, sent) : []
  }

  private async markTaken(values: readonly Record<string, unknown>[]): Promise<void> {
    for (const { metadata, messages } of values) {
      if (!isRecord(metadata)) continue
      const ids = readRecords(messages).map(({ id }) => readText(id))
      if (ids.length === 0) continue
      await this.forLine(readText(metadata.phone_number_id), ({ connectionId }) =>
        this.ledger.markTaken(connectionId, ids),
      )
    }
  }

  private async forLine(phoneNumberId: string, work: (line: OfficialLine) => Promise<void>): Promise<void> {
    for (const line of await this.ledger.listLines([phoneNumberId])) await work(line)
  }

  /* A failure loses one line on the phone's screen, never a message of the desk. */
  private write(work: () => Promise<void>): void {
    this.writing = this.writing.then(work).catch((error: unknown) => {
      simulatorLog.error({ err: error }, 'the phone of an official number was not written')
    })
  }
}

const newMediaId = (): string => randomBytes(MEDIA_ID_BYTES).toString('hex')
