import type { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

import { backoffMs } from '@balcao/kernel'
import type { BinaryNode } from '@whiskeysockets/baileys'

import type { Refusal, SessionCallbacks } from '../../../features/whatsapp-driver'
import type { FrameGate } from './frame-gate'
import { numberOf, lidOf } from './people'
import { AckBatches, type AckKind } from './ack-batches'
import type { TimeLock } from './time-lock'

export interface NetworkAckDeps {
  socket: EventEmitter
  gate: FrameGate
  callbacks: SessionCallbacks
  me(): { id: string; lid: string }
  timeLock(): Promise<TimeLock>
  /** Whether there is a token by now that the message did not carry. */
  hasNewerToken(waId: string): Promise<boolean>
  failed(error: unknown): void
  /** Something could not be written down for up to a minute. It is tried further. */
  stuck(): void
  stuckAfterTries?: number
  /** How many receipts are not durable yet. */
  waiting(ids: number): void
}

const RETRIES = { firstMs: 100, longestMs: 5_000 }
const STUCK_AFTER_TRIES = 16

/* What the server's numbers mean for a frame it refuses. Unlisted ones are refusals like any other. */
const REFUSALS: Record<string, Refusal> = {
  '463': 'restricted',
  '404': 'not-on-whatsapp',
  '406': 'not-on-whatsapp',
  '403': 'not-in-group',
  '420': 'not-in-group',
  '421': 'not-in-group',
}

export const parseRefusal = (code: string): Refusal => REFUSALS[code] ?? 'refused'

/** What a receipt of this kind proves; undefined: nothing about a message of ours. */
export function parseReceiptAck(type: string | undefined): AckKind | undefined {
  switch (type) {
    case undefined:
    case '':
    case 'inactive':
    case 'delivery':
      return 2
    case 'read':
      return 3
    case 'played':
      return 4
    // Another device of ours has it: the server does, too.
    case 'sender':
      return 'accepted'
    default:
      return undefined
  }
}

/* Receipts are written by strangers. What could be no id of ours is not asked for: a database that refuses it for ever
   would hold the line for ever. */
const isId = (id: string | undefined): id is string => id !== undefined && /^[\w.:-]{1,64}$/.test(id)
const MOST_IDS = 1_000

const idsOf = (receipt: BinaryNode): string[] => {
  const list = Array.isArray(receipt.content) ? receipt.content[0]?.content : undefined
  const items = Array.isArray(list) ? list.map((item) => item.attrs.id) : []
  return [receipt.attrs.id, ...items].filter(isId).slice(0, MOST_IDS)
}

/**
 * The server's acks and the phones' receipts, straight from the wire: the library reports refusals only. What a receipt
 * proves is durable before its own ack leaves, so that the server repeats it otherwise.
 */
export function listenForAcks(deps: NetworkAckDeps): void {
  deps.socket.prependListener('CB:ack,class:message', (ack: BinaryNode) => onAck(deps, ack))
  const batches = new AckBatches({
    gate: deps.gate,
    persist: (kind, ids) => persist(deps, () => tell(deps, kind, ids)),
    waiting: (ids) => deps.waiting(ids),
  })
  deps.socket.prependListener('CB:receipt', (receipt: BinaryNode) => onReceipt(deps, batches, receipt))
}

function onAck(deps: NetworkAckDeps, { attrs }: BinaryNode): void {
  const { id, error } = attrs
  if (!isId(id)) return
  const tell = error ? () => reject(deps, id, parseRefusal(error)) : () => deps.callbacks.accepted(id)
  void persist(deps, tell)
}

/* 463 is said of a number that may not start new chats, and of one chat that it was not let into: only the account knows. */
async function reject(deps: NetworkAckDeps, id: string, refusal: Refusal): Promise<void> {
  if (refusal !== 'restricted') return deps.callbacks.rejected(id, refusal)
  const { isActive, until } = await deps.timeLock()
  if (isActive) return deps.callbacks.rejected(id, 'restricted', until)
  await deps.callbacks.rejected(id, (await deps.hasNewerToken(id)) ? 'token-missing' : 'refused')
}

function onReceipt(deps: NetworkAckDeps, batches: AckBatches, receipt: BinaryNode): void {
  const kind = parseReceiptAck(receipt.attrs.type)
  const ids = idsOf(receipt)
  if (kind === undefined || ids.length === 0) return
  const isOwn = isSame(receipt.attrs.participant ?? receipt.attrs.from, deps.me())
  if (!isOwn || kind === 'accepted') batches.add(kind, ids)
}

async function tell({ callbacks }: NetworkAckDeps, kind: AckKind, ids: readonly string[]): Promise<void> {
  if (kind !== 'accepted') return callbacks.receipt(ids, kind)
  for (const id of ids) await callbacks.accepted(id)
}

const isSame = (jid: string | undefined, me: { id: string; lid: string }): boolean =>
  (numberOf(jid) !== '' && numberOf(jid) === numberOf(me.id)) ||
  (lidOf(jid) !== '' && lidOf(jid) === lidOf(me.lid))

/** Until it is taken or the line is over. */
async function persist(deps: NetworkAckDeps, tell: () => Promise<void>): Promise<void> {
  const { gate, failed, stuck, stuckAfterTries = STUCK_AFTER_TRIES } = deps
  for (let tries = 1; !gate.shut; tries += 1) {
    try {
      return await tell()
    } catch (error) {
      failed(error)
      if (tries === stuckAfterTries) stuck()
      await pause(backoffMs(tries, RETRIES, Math.random()))
    }
  }
}
