import type { Readable } from 'node:stream'

import { AppError } from '@balcao/kernel'

import { simulatorLog } from '../../../logger'
import { WorkLoop } from '../../../work-loop'
import type {
  Address,
  SimpleCloseReason,
  DriverSession,
  Group,
  NumberCheck,
  OutboundEdit,
  OutboundMessage,
  OutboundReaction,
  OutboundRevoke,
  Refusal,
  SessionRequest,
} from '../../../features/whatsapp-driver'
import { readBytes } from './batches'
import { BATCH, Deliveries } from './deliveries'
import type { SimulatedDevice } from './device-ledger'
import type { DeskMessage } from './outbound-ledger'
import type { SimulatedNetwork } from './simulated-network'
import { toChat } from './translate'

const RETRY_MS = 500
/* Numbers with this prefix are not on WhatsApp, for tests of a wrong number. */
const UNKNOWN_PREFIX = '000'

/** A connected client of the simulated network. */
export class SimulatedSession implements DriverSession {
  private readonly deliveries: Deliveries
  private readonly loop: WorkLoop
  private readonly stopListening: () => void
  private isOver = false
  private isConnected = false
  /** Something was just stored for this client. */
  private isWoken = false
  private qrShownAt: number | undefined
  private readonly answering = new Set<Promise<void>>()

  constructor(
    private readonly network: SimulatedNetwork,
    private readonly request: SessionRequest,
    private readonly socket: string,
  ) {
    this.deliveries = new Deliveries(network, request, () => this.isOver)
    this.loop = new WorkLoop(
      () => this.turn(),
      (error) => {
        simulatorLog.warn({ connectionId: request.connectionId, err: error }, 'the turn of a session failed')
        return RETRY_MS
      },
    )
    this.stopListening = network.onWake(request.connectionId, () => {
      this.isWoken = true
      this.loop.nudge()
    })
    this.loop.nudge()
  }

  /** Always 0: messages that are not recorded stay in the network. */
  lag(): number {
    return 0
  }

  async send(message: OutboundMessage): Promise<void> {
    const { deps, outbound } = this.network
    const chat = toChat(message.chat)
    const refusal = chat.startsWith(UNKNOWN_PREFIX)
      ? 'not-on-whatsapp'
      : await outbound.receive(this.client, await this.deskMessage(message), deps.clock.now())
    this.answer(message.waId, refusal)
  }

  async revoke(revoke: OutboundRevoke): Promise<void> {
    this.answer(revoke.waId, await this.network.outbound.revoke(this.client, revoke.targetWaId))
  }

  async edit(edit: OutboundEdit): Promise<void> {
    this.answer(edit.waId, await this.network.outbound.edit(this.client, edit.targetWaId, edit.body))
  }

  async react({ waId, target, emoji }: OutboundReaction): Promise<void> {
    const { deps, reactions } = this.network
    const aim = {
      chat: toChat(target.chat),
      messageId: target.waId,
      direction: target.fromMe ? ('out' as const) : ('in' as const),
    }
    this.answer(waId, await reactions.receive(this.client, aim, emoji, deps.clock.now()))
  }

  /* The simulated phone sends a missing content when its message is revised. */
  requestFromPhone(): Promise<void> {
    return this.assertOpen()
  }

  async typing({ chat, isTyping }: { chat: Address; isTyping: boolean }): Promise<void> {
    await this.assertOpen()
    const { deps, typing } = this.network
    await typing.receive(this.client, toChat(chat), isTyping, deps.clock.now())
  }

  async readMarks(mark: { waIds: readonly string[] }): Promise<void> {
    await this.network.inbound.markRead(this.request.connectionId, mark.waIds)
  }

  checkNumber(number: string): Promise<NumberCheck> {
    if (this.isOver) return Promise.reject(new AppError('ERR_WAPP_CHECK_CONTACT'))
    return Promise.resolve({ exists: !number.startsWith(UNKNOWN_PREFIX), number })
  }

  /* Simulated people have no profile pictures. */
  async picture(): Promise<undefined> {
    await this.assertOpen()
  }

  async group(group: Address): Promise<Group> {
    await this.assertOpen()
    const known = await this.network.inbound.group(this.request.connectionId, toChat(group))
    if (!known) throw new AppError('ERR_NO_CONTACT_FOUND')
    return known
  }

  /* The simulated network requests no passkeys. */
  answerPasskey(): Promise<void> {
    return Promise.reject(new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: 'no passkey is asked for' }))
  }

  confirmPasskey(): Promise<void> {
    return this.answerPasskey()
  }

  async pairingCode(): Promise<string> {
    const code = this.network.deps.ids.token(4).toUpperCase()
    const isShown = await this.network.devices.showCode(this.request.connectionId, this.socket, code)
    if (!isShown) throw new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: 'no QR code is shown' })
    return code
  }

  async fetchMedia(reference: unknown): Promise<Readable> {
    await this.assertOpen()
    const isOurs = typeof reference === 'object' && reference !== null && 'mediaId' in reference
    if (!isOurs) throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA', { detail: 'not a reference of this network' })
    return this.deliveries.media(String(reference.mediaId))
  }

  async logout(): Promise<void> {
    await this.network.devices.unpair(this.request.connectionId)
  }

  async close(): Promise<void> {
    this.isOver = true
    this.stopListening()
    await this.loop.stop()
    await Promise.all(this.answering)
    await this.network.devices.detach(this.request.connectionId, this.socket)
  }

  private get client() {
    return { connectionId: this.request.connectionId, socket: this.socket }
  }

  private async turn(): Promise<number | undefined> {
    if (this.isOver) return undefined
    const mostMessages = this.isWoken ? BATCH : 0
    this.isWoken = false
    const seen = await this.network.devices.readWithWork(this.request.connectionId, mostMessages)
    const reason = this.findCloseReason(seen?.device)
    if (reason || !seen) return this.over(reason ?? 'logged-out')
    const { device, work } = seen
    if (!device.paired) return this.waitForScan()
    if (!this.isConnected) await this.request.callbacks.session({ kind: 'connected', number: device.number })
    this.isConnected = true
    const { isAllTaken, hasMore } = await this.deliveries.deliver(work)
    const nextReceiptMs = await this.deliveries.giveReceipts(work.receiptAt)
    if (hasMore || nextReceiptMs === 0) this.loop.nudge()
    const { pollMs, restMs = pollMs } = this.network.deps.times
    return Math.min(isAllTaken ? restMs : RETRY_MS, nextReceiptMs)
  }

  private findCloseReason(device: SimulatedDevice | undefined): SimpleCloseReason | undefined {
    if (device?.endReason) return device.endReason
    if (device?.socket !== this.socket) return 'replaced'
    return this.isConnected && !device.paired ? 'logged-out' : undefined
  }

  private async over(reason: SimpleCloseReason): Promise<undefined> {
    this.isOver = true
    this.stopListening()
    await this.network.devices.detach(this.request.connectionId, this.socket)
    await this.request.callbacks.session({ kind: 'closed', reason })
  }

  /** A new code every `qrMs` until one is scanned; the gateway limits their number. */
  private async waitForScan(): Promise<number> {
    const { times, ids } = this.network.deps
    const now = performance.now()
    const dueInMs = this.qrShownAt === undefined ? 0 : this.qrShownAt + times.qrMs - now
    if (dueInMs > 0) return Math.min(dueInMs, times.pollMs)
    const text = `simulated,${this.request.connectionId},${ids.token(24)}`
    await this.network.devices.showQr(this.request.connectionId, this.socket, text)
    await this.request.callbacks.session({ kind: 'qr', text })
    // Set after the callback: a code that could not be reported is replaced at the next poll.
    this.qrShownAt = now
    return Math.min(times.qrMs, times.pollMs)
  }

  /** @throws {AppError} ERR_WAPP_NOT_INITIALIZED */
  private assertOpen(): Promise<void> {
    return this.isOver
      ? Promise.reject(new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: 'the session is over' }))
      : Promise.resolve()
  }

  /** The acknowledgement is a callback, not the result of sending. */
  private answer(waId: string, refusal: Refusal | undefined): void {
    const { callbacks } = this.request
    const answering = (refusal ? callbacks.rejected(waId, refusal) : callbacks.accepted(waId))
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
    // Its phones show no pages, the desk does.
    await media?.firstPage?.()
    const content = media ? await media.open() : undefined
    return {
      chat: toChat(message.chat),
      id: message.waId,
      body: message.body,
      kind: message.kind,
      quotedId: message.quoted?.waId ?? '',
      extra: {
        location: message.location,
        vcard: message.vcard || undefined,
        marks: message.isForwarded ? ['forwarded'] : undefined,
      },
      media:
        media && content
          ? {
              id: this.network.deps.ids.token(16),
              name: media.name,
              mimeType: media.mimeType,
              content: await readBytes(content),
            }
          : undefined,
    }
  }
}
