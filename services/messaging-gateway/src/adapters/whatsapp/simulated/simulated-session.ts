import { Readable } from 'node:stream'

import { AppError } from '@balcao/kernel'

import { simulatorLog } from '../../../logger'
import { WorkLoop } from '../../../work-loop'
import type {
  CloseReason,
  DriverSession,
  InboundMessage,
  NumberCheck,
  OutboundMessage,
  OutboundRevoke,
  SessionRequest,
} from '../../../features/whatsapp-driver/whatsapp-driver.port'
import { bytesOf, byChat, runsOf } from './batches'
import type { Untaken } from './inbound-ledger'
import type { Line } from './line-ledger'
import type { DeskMessage } from './outbound-ledger'
import type { SimulatedNetwork } from './simulated-network'
import { chatOfJid, inboundMessage, inboundRevision } from './translate'

const BATCH = 200
const CHATS_AT_ONCE = 4
const RETRY_MS = 500
/* Numbers of this prefix are nobody's, so that the wrong number can be tried out. */
const NOBODY = '000'

/** A client on a line of the simulated network. */
export class SimulatedSession implements DriverSession {
  private readonly loop: WorkLoop
  private readonly stopListening: () => void
  private isOver = false
  private isConnected = false
  private qrShownAt: number | undefined
  private readonly answering = new Set<Promise<void>>()

  constructor(
    private readonly network: SimulatedNetwork,
    private readonly request: SessionRequest,
    private readonly socket: string,
  ) {
    this.loop = new WorkLoop(
      () => this.turn(),
      (error) => {
        simulatorLog.warn({ connectionId: request.connectionId, err: error }, 'the line could not be served')
        return RETRY_MS
      },
    )
    this.stopListening = network.onWake(request.connectionId, () => this.loop.nudge())
    this.loop.nudge()
  }

  async send(message: OutboundMessage): Promise<void> {
    const { deps, outbound } = this.network
    await outbound.receive(this.line, await this.deskMessage(message), deps.clock.now())
    this.answer(message.waId)
  }

  async revoke(revoke: OutboundRevoke): Promise<void> {
    await this.network.outbound.revoke(this.line, revoke.targetWaId)
    this.answer(revoke.waId)
  }

  async readMarks(mark: { waIds: readonly string[] }): Promise<void> {
    await this.network.inbound.markRead(this.request.connectionId, mark.waIds)
  }

  checkNumber(number: string): Promise<NumberCheck> {
    if (this.isOver) return Promise.reject(new AppError('ERR_WAPP_CHECK_CONTACT'))
    return Promise.resolve({ exists: !number.startsWith(NOBODY), number })
  }

  async logout(): Promise<void> {
    await this.network.lines.unpair(this.request.connectionId)
  }

  async close(): Promise<void> {
    this.isOver = true
    this.stopListening()
    await this.loop.stop()
    await Promise.all(this.answering)
    await this.network.lines.detach(this.request.connectionId, this.socket)
  }

  private get line() {
    return { connectionId: this.request.connectionId, socket: this.socket }
  }

  private async turn(): Promise<number | undefined> {
    if (this.isOver) return undefined
    const line = await this.network.lines.find(this.request.connectionId)
    const reason = this.endOf(line)
    if (reason || !line) return this.over(reason ?? 'logged-out')
    if (!line.paired) return this.waitForScan()
    if (!this.isConnected) await this.request.callbacks.session({ kind: 'connected', number: line.number })
    this.isConnected = true
    const isAllTaken = await this.deliver()
    const nextReceiptMs = await this.giveReceipts()
    return Math.min(isAllTaken ? this.network.deps.times.pollMs : RETRY_MS, nextReceiptMs)
  }

  private endOf(line: Line | undefined): CloseReason | undefined {
    if (line?.endReason) return line.endReason
    if (line?.socket !== this.socket) return 'replaced'
    return this.isConnected && !line.paired ? 'logged-out' : undefined
  }

  private async over(reason: CloseReason): Promise<undefined> {
    this.isOver = true
    this.stopListening()
    await this.network.lines.detach(this.request.connectionId, this.socket)
    await this.request.callbacks.session({ kind: 'closed', reason })
  }

  /** A new code every while, until one is scanned; who shows them decides when it has been enough. */
  private async waitForScan(): Promise<number> {
    const { times, ids } = this.network.deps
    const now = performance.now()
    const dueInMs = this.qrShownAt === undefined ? 0 : this.qrShownAt + times.qrMs - now
    if (dueInMs > 0) return Math.min(dueInMs, times.pollMs)
    this.qrShownAt = now
    const text = `simulated,${this.request.connectionId},${ids.token(24)}`
    await this.network.lines.showQr(this.request.connectionId, this.socket, text)
    await this.request.callbacks.session({ kind: 'qr', text })
    return Math.min(times.qrMs, times.pollMs)
  }

  /** In order per chat, chats side by side. True when the desk has taken everything. */
  private async deliver(): Promise<boolean> {
    const untaken = await this.network.inbound.listUntaken(this.request.connectionId, BATCH)
    const chats = byChat(untaken)
    const outcomes: boolean[] = []
    const worker = async () => {
      for (let chat = chats.shift(); chat; chat = chats.shift()) outcomes.push(await this.deliverChat(chat))
    }
    await Promise.all(Array.from({ length: CHATS_AT_ONCE }, worker))
    if (untaken.length === BATCH) this.loop.nudge()
    return outcomes.every(Boolean)
  }

  /** Stops at the first message the desk could not take: what comes after it must wait. */
  private async deliverChat(messages: readonly Untaken[]): Promise<boolean> {
    const taken: number[] = []
    try {
      for (const message of messages) {
        if (this.isOver) return false
        if (!message.taken) await this.request.callbacks.inbound(this.toInbound(message))
        taken.push(message.seq)
        if (message.revision) await this.tellRevision(message)
      }
      return true
    } catch (error) {
      simulatorLog.debug(
        { connectionId: this.request.connectionId, err: error },
        'not taken, will be delivered again',
      )
      return false
    } finally {
      if (taken.length > 0) await this.network.inbound.markTaken(this.request.connectionId, taken)
    }
  }

  private async tellRevision(message: Untaken): Promise<void> {
    await this.request.callbacks.revised(inboundRevision(message))
    await this.network.inbound.markRevisionTaken(this.request.connectionId, message.seq, message.body)
  }

  private toInbound(message: Untaken): InboundMessage {
    const { mediaId } = message
    const open = async () => {
      const media = mediaId ? await this.network.inbound.mediaContent(mediaId) : undefined
      if (!media) throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
      return Readable.from([media.content], { objectMode: false })
    }
    return inboundMessage(message, open)
  }

  /** Answers when it wants to look again. */
  private async giveReceipts(): Promise<number> {
    const { outbound, deps } = this.network
    const { connectionId, callbacks } = this.request
    const planned = await outbound.listReceipts(connectionId, BATCH)
    const now = deps.clock.now().getTime()
    const due = planned.filter((receipt) => receipt.dueAt.getTime() <= now)
    for (const [ack, receipts] of runsOf(due)) {
      await callbacks.receipt(
        receipts.map((receipt) => receipt.messageId),
        ack,
      )
      await outbound.markGiven(connectionId, receipts)
    }
    if (due.length === BATCH) this.loop.nudge()
    const next = planned[due.length]
    return next ? Math.max(5, next.dueAt.getTime() - now) : Infinity
  }

  /** The server's ack comes back on the line, not as the result of sending. */
  private answer(waId: string): void {
    const answering = this.request.callbacks
      .accepted(waId)
      .catch((error: unknown) =>
        simulatorLog.debug(
          { connectionId: this.request.connectionId, err: error },
          'the answer was not heard',
        ),
      )
      .finally(() => this.answering.delete(answering))
    this.answering.add(answering)
    this.loop.nudge()
  }

  private async deskMessage(message: OutboundMessage): Promise<DeskMessage> {
    const { media } = message
    const content = media ? await media.open() : undefined
    return {
      chat: chatOfJid(message.remoteJid),
      id: message.waId,
      body: message.body,
      kind: message.kind,
      quotedId: message.quoted?.waId ?? '',
      extra: { location: message.location, vcard: message.vcard || undefined },
      media:
        media && content
          ? {
              id: this.network.deps.ids.token(16),
              name: media.name,
              mimeType: media.mimeType,
              content: await bytesOf(content),
            }
          : undefined,
    }
  }
}
