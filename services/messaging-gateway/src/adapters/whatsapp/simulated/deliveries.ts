import { Readable } from 'node:stream'

import { AppError } from '@balcao/kernel'

import { simulatorLog } from '../../../logger'
import type { InboundMessage, SessionRequest } from '../../../features/whatsapp-driver'
import { groupByChat, listRuns } from './batches'
import type { Untaken } from './inbound-ledger'
import type { PendingWork } from './device-ledger'
import type { SimulatedNetwork } from './simulated-network'
import { inboundMessage, inboundRevision } from './translate'

/** Messages and others that are delivered at once. */
export const BATCH = 200
const CHATS_AT_ONCE = 4

export interface Delivered {
  /** False: the gateway could not record everything; the rest is delivered again. */
  isAllTaken: boolean
  /** There is more than one batch. */
  hasMore: boolean
}

/** Delivers messages, reactions, calls and receipts to the client of one number. */
export class Deliveries {
  constructor(
    private readonly network: SimulatedNetwork,
    private readonly request: SessionRequest,
    private readonly isOver: () => boolean,
  ) {}

  /** Messages in order per chat, chats in parallel; then reactions and calls; what does not wait is not read. */
  async deliver({ hasMessages, hasReactions, hasCalls, ...work }: PendingWork): Promise<Delivered> {
    const { connectionId } = this.request
    const list = () => this.network.inbound.listUntaken(connectionId, BATCH)
    const untaken = work.untaken ?? (hasMessages ? await list() : [])
    const chats = groupByChat(untaken)
    const outcomes: boolean[] = []
    const worker = async () => {
      for (let chat = chats.shift(); chat; chat = chats.shift()) outcomes.push(await this.deliverChat(chat))
    }
    await Promise.all(Array.from({ length: CHATS_AT_ONCE }, worker))
    if (hasReactions) outcomes.push(await this.deliverMessages(() => this.deliverReactions()))
    if (hasCalls) outcomes.push(await this.deliverMessages(() => this.ring()))
    return { isAllTaken: outcomes.every(Boolean), hasMore: untaken.length === BATCH }
  }

  /** Answers the milliseconds until the next receipt is due. */
  async giveReceipts(firstAt: Date | undefined): Promise<number> {
    const { deps } = this.network
    if (!firstAt) return Infinity
    const waitMs = firstAt.getTime() - deps.clock.now().getTime()
    return waitMs > 0 ? Math.max(5, waitMs) : this.giveDueReceipts()
  }

  private async giveDueReceipts(): Promise<number> {
    const { outbound, deps } = this.network
    const { connectionId, callbacks } = this.request
    const planned = await outbound.listReceipts(connectionId, BATCH)
    const now = deps.clock.now().getTime()
    const due = planned.filter((receipt) => receipt.dueAt.getTime() <= now)
    for (const [ack, receipts] of listRuns(due)) {
      await callbacks.receipt(
        receipts.map((receipt) => receipt.messageId),
        ack,
      )
      await outbound.markGiven(connectionId, receipts)
    }
    const next = planned[due.length]
    if (due.length === BATCH) return 0
    return next ? Math.max(5, next.dueAt.getTime() - now) : Infinity
  }

  /** A file that the network still has. @throws {AppError} ERR_WAPP_DOWNLOAD_MEDIA */
  async media(mediaId: string): Promise<Readable> {
    const media = await this.network.inbound.mediaContent(mediaId)
    if (!media) throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
    return Readable.from([media.content], { objectMode: false })
  }

  /** Stops at the first message that could not be recorded: later ones of the chat must wait. */
  private async deliverChat(messages: readonly Untaken[]): Promise<boolean> {
    const taken: number[] = []
    const isTaken = await this.deliverMessages(async () => {
      for (const message of messages) {
        if (this.isOver()) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
        if (!message.taken) await this.request.callbacks.inbound(this.toInbound(message))
        taken.push(message.seq)
        if (message.revision) await this.deliverRevision(message)
      }
    })
    if (taken.length > 0) await this.network.inbound.markTaken(this.request.connectionId, taken)
    return isTaken
  }

  private async deliverRevision(message: Untaken): Promise<void> {
    const { callbacks } = this.request
    const isGiven = message.kind === 'placeholder' && message.revision === 'edited'
    if (isGiven) await callbacks.filled({ ...this.toInbound(message), kind: 'chat', body: message.body })
    else await callbacks.revised(inboundRevision(message))
    await this.network.inbound.markRevisionTaken(this.request.connectionId, message.seq, message.body)
  }

  private async deliverReactions(): Promise<void> {
    const { reactions } = this.network
    const { connectionId, callbacks } = this.request
    for (const { seq, reaction } of await reactions.listUntaken(connectionId, BATCH)) {
      await callbacks.reacted(reaction)
      await reactions.markTaken(connectionId, seq)
    }
  }

  private async ring(): Promise<void> {
    const { calls } = this.network
    const { connectionId, callbacks } = this.request
    for (const { seq, id, number, name, isVideo, at } of await calls.listUnanswered(connectionId, BATCH)) {
      const answer = await callbacks.called({
        event: 'rings',
        waId: id,
        chat: { phone: number },
        contact: { number, lid: '', name },
        isVideo,
        sentAt: at,
      })
      await calls.answer(connectionId, seq, answer)
    }
  }

  private async deliverMessages(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      const { connectionId } = this.request
      simulatorLog.debug({ connectionId, err: error }, 'not taken, will be delivered again')
      return false
    }
  }

  private toInbound(message: Untaken): InboundMessage {
    return inboundMessage(message, () => this.media(message.mediaId ?? ''))
  }
}
