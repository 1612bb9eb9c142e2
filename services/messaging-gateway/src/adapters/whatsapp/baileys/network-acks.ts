import type { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

import { backoffMs } from '@balcao/kernel'
import type { BinaryNode } from '@whiskeysockets/baileys'

import type { Refusal, SessionCallbacks } from '../../../features/whatsapp-driver'
import type { FrameGate } from './frame-gate'
import { parseNumber, parseLid } from './jids'
import { AckBatches, type AckKind } from './ack-batches'
import type { TimeLock } from './time-lock'

export interface NetworkAckDeps {
  socket: EventEmitter
  gate: FrameGate
  callbacks: SessionCallbacks
  me(): { id: string; lid: string }
  timeLock(): Promise<TimeLock>
  /** Whether a token exists that the message did not carry. */
  hasNewerToken(waId: string): Promise<boolean>
  failed(error: unknown): void
  /** An acknowledgement could not be recorded for up to a minute. The tries continue. */
  onStuck(): void
  stuckAfterTries?: number
  /** Number of receipts that are not durable yet. */
  onCount(ids: number): void
}

const RETRIES = { firstMs: 100, longestMs: 5_000 }
const STUCK_AFTER_TRIES = 16

/* Meaning of the server's error codes for a refused frame. Codes that are not listed count as `refused`. */
const REFUSALS: Record<string, Refusal> = {
  '463': 'restricted',
  '404': 'not-on-whatsapp',
  '406': 'not-on-whatsapp',
  '403': 'not-in-group',
  '420': 'not-in-group',
  '421': 'not-in-group',
}

export const parseRefusal = (code: string): Refusal => REFUSALS[code] ?? 'refused'

/** The acknowledgement that a receipt of this type is evidence of; undefined: none for a message of ours. */
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
    // Another device of ours has received it, so the server has accepted it.
    case 'sender':
      return 'accepted'
    default:
      return undefined
  }
}

/*
 * Receipts come from other clients. Ids that cannot be ours are not looked up: an id that the database rejects would
 * be tried until the socket ends.
 */
const isId = (id: string | undefined): id is string => id !== undefined && /^[\w.:-]{1,64}$/.test(id)
const MAX_IDS = 1_000

const listIds = (receipt: BinaryNode): string[] => {
  const list = Array.isArray(receipt.content) ? receipt.content[0]?.content : undefined
  const items = Array.isArray(list) ? list.map((item) => item.attrs.id) : []
  return [receipt.attrs.id, ...items].filter(isId).slice(0, MAX_IDS)
}

/**
 * Listens to the server's acks and the phones' receipts as stanzas, because the
 * library reports refusals only. What a receipt acknowledges is durable before the
 * receipt's own ack leaves; without that ack the server repeats the receipt.
 */
export function listenForAcks(deps: NetworkAckDeps): void {
  deps.socket.prependListener('CB:ack,class:message', (ack: BinaryNode) => onAck(deps, ack))
  const batches = new AckBatches({
    gate: deps.gate,
    persist: (kind, ids) => retryUntilRecorded(deps, () => report(deps, kind, ids)),
    onCount: (ids) => deps.onCount(ids),
  })
  deps.socket.prependListener('CB:receipt', (receipt: BinaryNode) => onReceipt(deps, batches, receipt))
}

function onAck(deps: NetworkAckDeps, { attrs }: BinaryNode): void {
  const { id, error } = attrs
  if (!isId(id)) return
  const tell = error ? () => reject(deps, id, parseRefusal(error)) : () => deps.callbacks.accepted(id)
  void retryUntilRecorded(deps, tell)
}

/*
 * 463 is returned to a number that may not start new chats, and for
 * a single chat without its token: the time lock tells which.
 */
async function reject(deps: NetworkAckDeps, id: string, refusal: Refusal): Promise<void> {
  if (refusal !== 'restricted') return deps.callbacks.rejected(id, refusal)
  const { isActive, until } = await deps.timeLock()
  if (isActive) return deps.callbacks.rejected(id, 'restricted', until)
  await deps.callbacks.rejected(id, (await deps.hasNewerToken(id)) ? 'token-missing' : 'refused')
}

function onReceipt(deps: NetworkAckDeps, batches: AckBatches, receipt: BinaryNode): void {
  const kind = parseReceiptAck(receipt.attrs.type)
  const ids = listIds(receipt)
  if (kind === undefined || ids.length === 0) return
  const isOwn = isOwnJid(receipt.attrs.participant ?? receipt.attrs.from, deps.me())
  if (!isOwn || kind === 'accepted') batches.add(kind, ids)
}

async function report({ callbacks }: NetworkAckDeps, kind: AckKind, ids: readonly string[]): Promise<void> {
  if (kind !== 'accepted') return callbacks.receipt(ids, kind)
  for (const id of ids) await callbacks.accepted(id)
}

const isOwnJid = (jid: string | undefined, me: { id: string; lid: string }): boolean =>
  (parseNumber(jid) !== '' && parseNumber(jid) === parseNumber(me.id)) ||
  (parseLid(jid) !== '' && parseLid(jid) === parseLid(me.lid))

/** Tries until it is recorded or the socket has ended. */
async function retryUntilRecorded(deps: NetworkAckDeps, tell: () => Promise<void>): Promise<void> {
  const { gate, failed, onStuck, stuckAfterTries = STUCK_AFTER_TRIES } = deps
  for (let tries = 1; !gate.shut; tries += 1) {
    try {
      return await tell()
    } catch (error) {
      failed(error)
      if (tries === stuckAfterTries) onStuck()
      await pause(backoffMs(tries, RETRIES, Math.random()))
    }
  }
}
