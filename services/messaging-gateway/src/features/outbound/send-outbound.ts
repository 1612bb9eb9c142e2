import { AppError, type BlobStore, type Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import type { SessionHolder } from '../inbound'
import type { LinkPreviews } from '../link-previews'
import type { DriverSession, OutboundMedia, OutboundMessage } from '../whatsapp-driver'
import { unanswered, withoutTarget } from './failures'
import { giveUp, moveOutbound, type OutboundDeps } from './record-ack'
import { whenOutcomeUnknown, type OutboundTimes } from './outbound-state'
import type { Hold, NewChatRules } from './new-chats'
import type { Claimed, OutboundHolder, OutboundRow } from './outbound.store'
import type { ReadMarkStore } from './read-mark.store'
import { typingMs } from './typing-time'

export interface SendDeps extends OutboundDeps {
  readMarks: ReadMarkStore
  blobs: BlobStore
  times: OutboundTimes
  /** Messages of campaigns a minute on a number of which nobody said otherwise. */
  campaignsPerMinute: number
  newChats: NewChatRules
  /** Whether "typing…" is shown before a message. */
  showsTyping: boolean
  /** Writes down why new chats wait, and tells the desk; undefined: they go. In the caller's transaction. */
  tellHold(
    tx: Tx,
    holder: Pick<OutboundHolder, 'companyId' | 'connectionId'>,
    hold: Hold | undefined,
  ): Promise<void>
  linkPreviews: Pick<LinkPreviews, 'find'>
  /** From 0 to 1. */
  chance(): number
}

/** An open line and what its network promises. */
export interface OpenLine {
  session: DriverSession
  idempotentById: boolean
  needsHumanPace: boolean
}

type SendRow = Extract<OutboundRow, { operation: 'send' }>

const epochOf = (holder: SessionHolder) => ({
  companyId: holder.companyId,
  connectionId: holder.connectionId,
  epoch: holder.lease.epoch,
})

/**
 * Takes one claimed row to the network. SENDING is committed before the frame leaves, so a crash at any point leaves a
 * row that is sent again under the same id. Answers whether the row still waits for the server's word.
 * @throws what the database throws, ERR_LEASE_LOST among it; never what the driver throws.
 */
export async function sendOutbound(
  deps: SendDeps,
  holder: SessionHolder,
  line: OpenLine,
  claimed: Claimed,
): Promise<'waiting' | 'over'> {
  if (claimed.targetFailed) {
    await failOutbound(deps, holder, claimed, withoutTarget(claimed.operation))
    return 'over'
  }
  const now = deps.clock.now()
  const [row] = await moveOutbound(
    deps,
    holder,
    async (tx) => [await deps.outbound.beginSending(tx, epochOf(holder), claimed.id, now)],
    false,
  )
  if (!row) return 'over'
  try {
    await putOnTheLine(deps, line, row)
    return 'waiting'
  } catch (error) {
    signals.sendFailed({ companyId: row.companyId, connectionId: row.connectionId, id: row.id }, error)
    if (isFinal(error)) await failOutbound(deps, holder, row, error.code)
    else if (isLineOver(error)) await putBack(deps, holder, row)
    else await markOutcomeUnknown(deps, holder, line, row)
    return 'over'
  }
}

const isFinal = (error: unknown): error is AppError =>
  error instanceof AppError && ['invalid', 'not-found', 'too-large'].includes(error.kind)

const isLineOver = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'ERR_WAPP_NOT_INITIALIZED'

/** The frame certainly did not leave: no try was spent. Soon again, for the session that follows. */
async function putBack(deps: SendDeps, holder: SessionHolder, row: OutboundRow): Promise<void> {
  const now = deps.clock.now()
  const notBefore = new Date(now.getTime() + deps.times.firstRetryMs / 10)
  await moveOutbound(
    deps,
    holder,
    async (tx) => [await deps.outbound.markUnknown(tx, epochOf(holder), row.id, notBefore, now, 1)],
    false,
  )
}

async function putOnTheLine(deps: SendDeps, line: OpenLine, row: OutboundRow): Promise<void> {
  const { waId, remoteJid } = row
  const { session } = line
  switch (row.operation) {
    case 'send':
      return session.send({ ...(await messageOf(deps, row)), typingMs: typingBefore(deps, line, row) })
    case 'revoke':
      return session.revoke({ waId, remoteJid, ...row.payload })
    case 'edit':
      return session.edit({ waId, remoteJid, ...row.payload })
    case 'react':
      return session.react({ waId, target: row.payload.target, emoji: row.payload.emoji })
  }
}

/* Once: a message that is sent again has been typed. */
function typingBefore(deps: SendDeps, { needsHumanPace }: OpenLine, { payload, tries }: SendRow): number {
  return needsHumanPace && deps.showsTyping && tries === 1 ? typingMs(payload.body, deps.chance()) : 0
}

async function messageOf(deps: SendDeps, row: SendRow): Promise<Omit<OutboundMessage, 'typingMs'>> {
  const { kind, body, quoted, location, vcard } = row.payload
  return {
    waId: row.waId,
    remoteJid: row.remoteJid,
    kind,
    body,
    quoted,
    location,
    vcard,
    media: await mediaOf(deps, row),
    linkPreview: () => deps.linkPreviews.find(row.companyId, body),
  }
}

/* Only objects of the own company: a key is data that came from outside this service. */
async function mediaOf(deps: SendDeps, row: SendRow): Promise<OutboundMedia | undefined> {
  const { media } = row.payload
  if (!media) return undefined
  const isOwn = media.key.startsWith(`companies/${row.companyId}/`) && !media.key.includes('..')
  const info = isOwn ? await deps.blobs.info(media.key) : undefined
  if (!info) throw new AppError('ERR_NO_MEDIA_FOUND')
  const open = async () => {
    const content = await deps.blobs.get(media.key)
    if (!content) throw new AppError('ERR_NO_MEDIA_FOUND')
    return content
  }
  return { name: media.name, mimeType: media.mimeType, sizeBytes: info.sizeBytes, open }
}

/** The row is given up and the desk told why. */
export async function failOutbound(
  deps: OutboundDeps,
  holder: SessionHolder,
  row: OutboundRow,
  failure: string,
): Promise<void> {
  await moveOutbound(deps, holder, async (tx) => [await giveUp(deps, tx, holder, row, failure)])
}

/** A frame that may have arrived: again later under the same id, or given up after enough tries. */
export async function markOutcomeUnknown(
  deps: SendDeps,
  holder: SessionHolder,
  line: Pick<OpenLine, 'idempotentById'>,
  row: OutboundRow,
): Promise<void> {
  const now = deps.clock.now()
  const doubt = whenOutcomeUnknown(row.tries, now, deps.chance(), line.idempotentById, deps.times)
  if (doubt.state === 'FAILED') return failOutbound(deps, holder, row, unanswered(row.operation))
  await moveOutbound(
    deps,
    holder,
    async (tx) => [await deps.outbound.markUnknown(tx, epochOf(holder), row.id, doubt.notBefore, now)],
    false,
  )
}
