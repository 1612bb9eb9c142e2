import { recordAddressBook, type AddressBookDeps } from '../address-book'
import { recordNumber } from '../cloud-accounts'
import {
  fillPlaceholder,
  recordCall,
  recordInboundMessage,
  recordInboundRevision,
  recordKnownChats,
  recordLink,
  recordNumberChange,
  recordReaction,
  type CallDeps,
  type FollowUp,
  type SessionHolder,
} from '../inbound'
import { recordTemplate, type RecordTemplateDeps } from '../message-templates'
import {
  recordAck,
  recordLimit,
  recordPrice,
  recordRefusal,
  recordUndelivered,
  toNetworkAck,
  type OutboundPump,
  type SendDeps,
} from '../outbound'
import type { SessionCallbacks } from '../whatsapp-driver'
import { recordTrouble, type TroubleDeps } from './record-trouble'

export interface CallbackDeps extends SendDeps, CallDeps, AddressBookDeps, RecordTemplateDeps, TroubleDeps {}

/** The session that the callbacks belong to. */
export interface CallbackSession {
  /** Runs what records a callback. */
  record<T>(what: string, work: () => Promise<T>): Promise<T>
  onSessionEvent: SessionCallbacks['session']
  /** A message came, or one of ours was accepted. */
  onTraffic(): void
  /** Undefined until the session is connected; what the server had stored may arrive before. */
  pump(): Pick<OutboundPump, 'release' | 'nudge'> | undefined
  followUps(): Pick<FollowUp, 'nudge'> | undefined
}

/** Callbacks that record what the driver delivers. Each rejects while the session is over or its lease suspended. */
export function sessionCallbacks(
  deps: CallbackDeps,
  holder: SessionHolder,
  session: CallbackSession,
): SessionCallbacks {
  const { record, onTraffic, pump } = session
  const nudgeFollowUps = (outcome: string) => {
    if (outcome === 'waiting') session.followUps()?.nudge()
  }
  return {
    session: session.onSessionEvent,
    inbound: (message) =>
      record('message', async () => {
        onTraffic()
        nudgeFollowUps(await recordInboundMessage(deps, holder, message))
      }),
    filled: (message) =>
      record('content', async () => nudgeFollowUps(await fillPlaceholder(deps, holder, message))),
    revised: (revision) => record('revision', () => recordInboundRevision(deps, holder, revision)),
    accepted: (waId, networkId) =>
      record('acceptance', async () => {
        onTraffic()
        const rows = await recordAck(deps, holder, [{ waId, networkId }], 'ACCEPTED')
        pump()?.release(rows)
      }),
    rejected: (waId, refusal, until) =>
      record('refusal', async () => {
        const rows = await recordRefusal(deps, holder, waId, { refusal, until })
        pump()?.release(rows)
      }),
    undelivered: (waId, refusal) =>
      record('failed delivery', async () => {
        const rows = await recordUndelivered(deps, holder, waId, refusal)
        // A template leaves in its place.
        if (rows.some(({ state }) => state === 'UNKNOWN')) pump()?.nudge()
      }),
    limited: (limit) =>
      record('limit', async () => {
        await recordLimit(deps, holder, limit)
        pump()?.nudge()
      }),
    numberAnswered: (number) => record('number', () => recordNumber(deps, holder, number)),
    reacted: (reaction) => record('reaction', () => recordReaction(deps, holder, reaction)),
    called: (call) => record('call', () => recordCall(deps, holder, call)),
    addressBook: (people) => record('address book', () => recordAddressBook(deps, holder, people)),
    chatted: (people) =>
      record('known chats', async () => {
        await recordKnownChats(deps, holder, people)
        pump()?.nudge()
      }),
    templateChanged: (id, read) => record('template', () => recordTemplate(deps, holder, id, read)),
    trouble: (kind) => record('trouble', () => recordTrouble(deps, holder, kind)),
    linked: (person) => record('link', () => recordLink(deps, holder, person)),
    numberChanged: (change) => record('number change', () => recordNumberChange(deps, holder, change)),
    receipt: (waIds, ack) =>
      record('receipt', async () => {
        const ids = waIds.map((waId) => ({ waId }))
        const rows = await recordAck(deps, holder, ids, toNetworkAck(ack))
        pump()?.release(rows)
      }),
    priced: (waId, price) => record('price', () => recordPrice(deps, holder, waId, price)),
  }
}
