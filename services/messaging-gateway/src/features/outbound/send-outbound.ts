import { canSend, type Capabilities } from '@balcao/contracts'
import { AppError, type BlobStore, type Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import { toTarget, type SessionHolder } from '../inbound'
import type { LinkPreviews } from '../link-previews'
import {
  parseAddress,
  parseAuthor,
  type Address,
  type DriverSession,
  type LastReceived,
  type MediaPreviews,
  type OutboundMedia,
  type OutboundMessage,
} from '../whatsapp-driver'
import { drawFirstPage } from './draw-first-page'
import { noAnswerFailure, missingTargetFailure } from './failures'
import { giveUp, moveOutbound, type OutboundDeps } from './record-ack'
import { sendingEvents } from './outbound-events'
import { sendFallback, type FallbackDeps } from './send-fallback'
import { planAfterUnknown, type OutboundTimes } from './outbound-state'
import type { Hold, NewChatRules } from './new-chats'
import { isTemplate, type Claimed, type OutboundHolder, type OutboundRow } from './outbound.store'
import type { ReadMarkStore } from './read-mark.store'
import { typingMs } from './typing-time'
import { isWindowOpen } from './window'

export interface SendDeps extends OutboundDeps, FallbackDeps {
  readMarks: ReadMarkStore
  blobs: BlobStore
  times: OutboundTimes
  /** Campaign messages a minute unless an administrator has set a pace. */
  campaignsPerMinute: number
  /** Campaign messages in 24 hours unless an administrator has set a cap. */
  campaignsPerDay: number
  newChats: NewChatRules
  /** Whether "typing…" is shown before a message. */
  showsTyping: boolean
  /** Stores why new chats wait and appends the event; undefined: they are sent. In the caller's transaction. */
  writeHold(
    tx: Tx,
    holder: Pick<OutboundHolder, 'companyId' | 'connectionId'>,
    hold: Hold | undefined,
  ): Promise<void>
  linkPreviews: Pick<LinkPreviews, 'find'>
  previews: Pick<MediaPreviews, 'document'>
  /** The last message that came in a chat. */
  findLastReceived(tx: Tx, holder: SessionHolder, chat: Address): Promise<LastReceived | undefined>
  /** From 0 to 1. */
  chance(): number
}

/** A connected session and the properties of its network. */
export interface ConnectedDriver {
  session: DriverSession
  capabilities: Capabilities
}

type SendRow = Extract<OutboundRow, { operation: 'send' }>

const toOutboundHolder = (holder: SessionHolder) => ({
  companyId: holder.companyId,
  connectionId: holder.connectionId,
  epoch: holder.lease.epoch,
})

/**
 * Sends one claimed row. SENDING is committed before the frame is sent, so after a crash at any point the row is sent again under
 * the same id. Answers whether the row waits for its acknowledgement.
 * @throws errors of the database and ERR_LEASE_LOST, never errors of the driver.
 */
export async function sendOutbound(
  deps: SendDeps,
  holder: SessionHolder,
  driver: ConnectedDriver,
  claimed: Claimed,
): Promise<'waiting' | 'over'> {
  if (claimed.targetFailed) {
    await failOutbound(deps, holder, claimed, missingTargetFailure(claimed.operation))
    return 'over'
  }
  const now = deps.clock.now()
  const [row] = await moveOutbound(
    deps,
    holder,
    async (tx) => {
      const begun = await deps.outbound.beginSending(tx, toOutboundHolder(holder), claimed.id, now)
      if (begun) await deps.events.append(tx, sendingEvents(deps, begun))
      return [begun]
    },
    false,
  )
  if (!row) return 'over'
  try {
    await assertWindowOpen(deps, holder, driver, row)
    await sendFrame(deps, driver, row)
    return 'waiting'
  } catch (error) {
    signals.sendFailed({ companyId: row.companyId, connectionId: row.connectionId, id: row.id }, error)
    if (isWindowClosed(error)) await failClosed(deps, holder, row, error.code)
    else if (isFinal(error)) await failOutbound(deps, holder, row, error.code)
    else if (isSessionOver(error)) await requeue(deps, holder, row)
    else await markOutcomeUnknown(deps, holder, driver, row)
    return 'over'
  }
}

const isFinal = (error: unknown): error is AppError =>
  error instanceof AppError && ['invalid', 'not-found', 'too-large'].includes(error.kind)

const isWindowClosed = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'ERR_WAPP_WINDOW_CLOSED'

const failClosed = (deps: SendDeps, holder: SessionHolder, row: OutboundRow, code: string) =>
  moveOutbound(deps, holder, async (tx) => {
    const { queued, failure = code } = await sendFallback(deps, tx, row)
    return [queued ?? (await giveUp(deps, tx, holder, { row, code: failure }))]
  })

/* @throws {AppError} ERR_WAPP_WINDOW_CLOSED: the network would refuse it. */
async function assertWindowOpen(
  deps: SendDeps,
  holder: SessionHolder,
  { capabilities: { windowHours } }: ConnectedDriver,
  row: OutboundRow,
): Promise<void> {
  if (windowHours === null || isTemplate(row)) return
  const last = await deps.db.withTenant(holder.companyId, (tx) =>
    deps.findLastReceived(tx, holder, parseAddress(row.remoteJid)),
  )
  if (!isWindowOpen(windowHours, last?.sentAt, deps.clock.now())) throw new AppError('ERR_WAPP_WINDOW_CLOSED')
}

const isSessionOver = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'ERR_WAPP_NOT_INITIALIZED'

/** The frame was certainly not sent: the attempt is not counted, and the next session sends it soon. */
async function requeue(deps: SendDeps, holder: SessionHolder, row: OutboundRow): Promise<void> {
  const now = deps.clock.now()
  const notBefore = new Date(now.getTime() + deps.times.firstRetryMs / 10)
  await moveOutbound(
    deps,
    holder,
    async (tx) => [
      await deps.outbound.markUnknown(tx, toOutboundHolder(holder), row.id, { notBefore, now, triesBack: 1 }),
    ],
    false,
  )
}

async function sendFrame(deps: SendDeps, driver: ConnectedDriver, row: OutboundRow): Promise<void> {
  const { waId } = row
  const chat = parseAddress(row.remoteJid)
  const { session, capabilities } = driver
  const named = (id: string) => readNetworkId(deps, driver, row, id)
  switch (row.operation) {
    case 'send': {
      const message = await toOutboundMessage(deps, driver, row)
      assertOffered(canSend(capabilities, message.kind, message.media?.sizeBytes))
      return session.send({ ...message, typingMs: chooseTypingMs(deps, driver, row) })
    }
    case 'revoke':
      assertOffered(capabilities.deletes)
      return session.revoke({
        waId,
        chat,
        author: parseAuthor(row.payload.participant),
        targetWaId: await named(row.payload.targetWaId),
      })
    case 'edit':
      assertOffered(capabilities.edits)
      return session.edit({
        waId,
        chat,
        body: row.payload.body,
        targetWaId: await named(row.payload.targetWaId),
      })
    case 'react':
      assertOffered(capabilities.reacts)
      return session.react({
        waId,
        target: await nameTarget(toTarget(row.payload.target), named),
        emoji: row.payload.emoji,
      })
  }
}

/** What the network calls a message; by then one of ours is accepted. */
async function readNetworkId(
  deps: SendDeps,
  { capabilities }: ConnectedDriver,
  { companyId, connectionId }: OutboundRow,
  waId: string,
): Promise<string> {
  // Such a network knows a message by the id that it was given.
  if (capabilities.isIdempotent) return waId
  const sent = await deps.db.withTenant(companyId, (tx) =>
    deps.outbound.findByWaId(tx, companyId, connectionId, waId),
  )
  return sent?.networkId ?? waId
}

const nameTarget = async <T extends { fromMe: boolean; waId: string }>(
  target: T,
  named: (id: string) => Promise<string>,
): Promise<T> => (target.fromMe ? { ...target, waId: await named(target.waId) } : target)

function assertOffered(isOffered: boolean): void {
  if (!isOffered) throw new AppError('ERR_WAPP_NOT_OFFERED')
}

/* At the first attempt only. */
function chooseTypingMs(
  deps: SendDeps,
  { capabilities }: ConnectedDriver,
  { payload, tries }: SendRow,
): number {
  return capabilities.needsHumanPace && deps.showsTyping && tries === 1
    ? typingMs(payload.body, deps.chance())
    : 0
}

const toQuoted = ({ waId, fromMe, participant, body }: NonNullable<SendRow['payload']['quoted']>) => ({
  waId,
  fromMe,
  author: parseAuthor(participant),
  body,
})

async function toOutboundMessage(
  deps: SendDeps,
  driver: ConnectedDriver,
  row: SendRow,
): Promise<Omit<OutboundMessage, 'typingMs'>> {
  const { kind, body, quoted, location, vcard, template, choices, asksNumber, isForwarded } = row.payload
  return {
    waId: row.waId,
    chat: parseAddress(row.remoteJid),
    kind,
    body,
    quoted: quoted && (await nameTarget(toQuoted(quoted), (id) => readNetworkId(deps, driver, row, id))),
    location,
    vcard,
    template,
    choices,
    asksNumber,
    isForwarded,
    media: await readMedia(deps, row),
    linkPreview: () => deps.linkPreviews.find(row.companyId, body),
  }
}

/* Only objects of the own company: the key comes from a request. */
async function readMedia(deps: SendDeps, row: SendRow): Promise<OutboundMedia | undefined> {
  const { media } = row.payload
  if (!media) return undefined
  const isOwn = media.key.startsWith(`companies/${row.companyId}/`) && !media.key.includes('..')
  const info = isOwn ? await deps.blobs.info(media.key) : undefined
  if (!info) throw new AppError('ERR_NO_MEDIA_FOUND')
  const open = async (range?: { start: number; end: number }) => {
    const content = await deps.blobs.get(media.key, range)
    if (!content) throw new AppError('ERR_NO_MEDIA_FOUND')
    return content
  }
  const { key, name, mimeType } = media
  const file = { key, name, mimeType, sizeBytes: info.sizeBytes, open }
  return { ...file, firstPage: () => drawFirstPage(deps, row, file) }
}

/** Fails the row with its event. */
export async function failOutbound(
  deps: OutboundDeps,
  holder: SessionHolder,
  row: OutboundRow,
  failure: string,
): Promise<void> {
  await moveOutbound(deps, holder, async (tx) => [await giveUp(deps, tx, holder, { row, code: failure })])
}

/** For a frame that may have arrived: sent again later under the same id, or failed after the last attempt. */
export async function markOutcomeUnknown(
  deps: SendDeps,
  holder: SessionHolder,
  { capabilities }: Pick<ConnectedDriver, 'capabilities'>,
  row: OutboundRow,
): Promise<void> {
  const now = deps.clock.now()
  const plan = planAfterUnknown(row.tries, now, {
    chance: deps.chance(),
    isIdempotent: capabilities.isIdempotent,
    times: deps.times,
  })
  if (plan.state === 'FAILED') return failOutbound(deps, holder, row, noAnswerFailure(row.operation))
  await moveOutbound(
    deps,
    holder,
    async (tx) => [
      await deps.outbound.markUnknown(tx, toOutboundHolder(holder), row.id, {
        notBefore: plan.notBefore,
        now,
      }),
    ],
    false,
  )
}
