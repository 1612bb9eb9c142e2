import type { ConnectionProvider } from '@balcao/contracts'
import type { Lease } from '@balcao/kernel'
import { waitFor } from '@balcao/testkit'

import type {
  CloseReason,
  InboundCall,
  InboundMessage,
  InboundReaction,
  InboundRevision,
  OutboundMessage,
  Refusal,
  SessionCallbacks,
  SessionEvent,
  WhatsAppDriver,
} from '../src/features/whatsapp-driver'

/** A message of ours as the people who received it see it. */
export interface Seen {
  id: string
  /** The current content, edits applied. */
  body: string
  number: string
  deleted: boolean
  bytes?: Buffer
  /** The message that it quotes. */
  quotedId?: string
  /** Titles of what can be tapped under it. */
  choices?: string[]
}

/** A message in a chat with `number`: from the contact, or from us. */
export interface ChatMessage {
  number: string
  id: string
  isOurs: boolean
}

/** What a network does that no capability tells, because the desk does not ask. */
export interface NetworkTraits {
  provider: ConnectionProvider
  /** Reasons with which it refuses a frame. */
  refuses: readonly Refusal[]
  /** Reasons with which it ends a session. */
  ends: readonly Ending[]
  /** Tells that customers edit and delete what they wrote. */
  tellsRevisions: boolean
  /** Takes back "typing…" when it is told; else it ends with a message, or by itself. */
  endsTyping: boolean
}

export type Ending = 'lost' | 'replaced' | 'logged-out' | 'restart-required' | 'credentials-refused'

/** WhatsApp as linked devices have it. */
export const deviceNetwork: Omit<NetworkTraits, 'provider'> = {
  refuses: ['restricted', 'not-on-whatsapp', 'not-in-group', 'refused'],
  ends: ['lost', 'replaced', 'logged-out', 'restart-required'],
  tellsRevisions: true,
  endsTyping: true,
}

/** The network behind a driver, controlled by a test. One account that was never linked. */
export interface DriverRig {
  driver: WhatsAppDriver
  /** Where what the network brings to the webhook is passed on; undefined while no one takes it. Undefined: sessions receive. */
  listen?(callbacks: SessionCallbacks | undefined): void
  lease: Lease
  /** Scans the QR code. */
  scan(qr: string): Promise<void>
  /** Types the characters of a pairing code on the phone of this number. */
  typeCode(code: string, number: string): Promise<void>
  /** A phone sends a text. Resolves when the network has it, as do the other actions of phones below. */
  write(number: string, id: string, body: string): Promise<void>
  /** A phone forwards a text. */
  forward(number: string, id: string, body: string): Promise<void>
  /** A phone quotes a message of its own or of ours. */
  reply(number: string, id: string, body: string, to: Pick<ChatMessage, 'id' | 'isOurs'>): Promise<void>
  /** A phone taps a choice of our message. Undefined: the network has none. */
  choose?(id: string, to: string, choice: { id: string; title: string; isOfList: boolean }): Promise<void>
  /** A phone sends an image. */
  sendImage(number: string, id: string, caption: string, bytes: Buffer): Promise<void>
  /** A member writes in a group of which our account is a member. */
  writeInGroup(message: GroupText): Promise<void>
  /** A phone edits a message that it sent, or deletes it for everyone (undefined). */
  revise(number: string, id: string, body: string | undefined): Promise<void>
  /** A phone reacts to a message with an emoji, or removes the reaction with ''. */
  react(message: ChatMessage, emoji: string): Promise<void>
  /** A phone calls. */
  ring(number: string, callId: string): Promise<void>
  /** Whether our side refused the call. */
  wasRefused(callId: string): Promise<boolean>
  /** The network ends the current session. */
  end(reason: Ending): Promise<void>
  /** A phone sends receipts. */
  receipt(waIds: string[], ack: 2 | 3 | 4): Promise<void>
  /** The server refuses our next frame with this reason. */
  refuseNext(refusal: Refusal): Promise<void>
  /** Messages that the network received, each id once. */
  arrived(): Promise<Seen[]>
  /** The emojis from us that people see, by message; removed ones are absent. */
  emojis(): Promise<Record<string, string>>
  /** Whether the person's phone shows that we type. */
  seesTyping(number: string): Promise<boolean>
  /** Ids of phones' messages that show as read by us. */
  read(): Promise<string[]>
  /** A number that the network knows, one without a picture, and one that does not exist. */
  numbers: { known: string; unknown: string }
  close(): Promise<void>
}

export interface GroupText {
  /** With `@g.us`. */
  group: string
  subject: string
  /** The member's number. */
  participant: string
  id: string
  body: string
}

/** A gateway that records its callbacks, and can refuse. */
export function recordCallbacks() {
  const heard = {
    events: [] as SessionEvent[],
    inbound: [] as InboundMessage[],
    revised: [] as InboundRevision[],
    reacted: [] as InboundReaction[],
    called: [] as InboundCall[],
    accepted: [] as string[],
    /** The network's names of our messages, where it gives its own. */
    networkIds: new Map<string, string>(),
    rejected: [] as [string, Refusal][],
    receipts: [] as [string, number][],
    isRefusing: false,
    answer: 'ring' as 'ring' | 'refuse',
  }
  const take = (work: () => void) => {
    if (heard.isRefusing) return Promise.reject(new Error('not durable'))
    work()
    return Promise.resolve()
  }
  const callbacks: SessionCallbacks = {
    session: (event) => Promise.resolve(void heard.events.push(event)),
    inbound: (message) => take(() => heard.inbound.push(message)),
    filled: (message) => take(() => heard.inbound.push(message)),
    revised: (revision) => take(() => heard.revised.push(revision)),
    reacted: (reaction) => take(() => heard.reacted.push(reaction)),
    called: async (call) => {
      await take(() => heard.called.push(call))
      return heard.answer
    },
    addressBook: () => Promise.resolve(),
    chatted: () => Promise.resolve(),
    trouble: () => Promise.resolve(),
    numberAnswered: () => Promise.resolve(),
    templateChanged: () => Promise.resolve(),
    priced: () => Promise.resolve(),
    limited: () => Promise.resolve(),
    linked: () => Promise.resolve(),
    numberChanged: () => Promise.resolve(),
    accepted: (waId, networkId) =>
      take(() => {
        heard.accepted.push(waId)
        if (networkId !== undefined) heard.networkIds.set(waId, networkId)
      }),
    undelivered: (waId, refusal) => take(() => heard.rejected.push([waId, refusal])),
    rejected: (waId, refusal) => take(() => heard.rejected.push([waId, refusal])),
    receipt: (waIds, ack) =>
      take(() => heard.receipts.push(...waIds.map((waId): [string, number] => [waId, ack]))),
  }
  const last = () => heard.events.at(-1)
  const connected = () => waitFor(() => last()?.kind === 'connected')
  const closed = (reason: CloseReason) =>
    waitFor(() => heard.events.some((event) => event.kind === 'closed' && event.reason === reason))
  return {
    heard,
    callbacks,
    /** How the network names a message of ours. */
    nameOf: (waId: string) => heard.networkIds.get(waId) ?? waId,
    connected,
    closed,
    qr: () =>
      waitFor(() => {
        const event = last()
        return event?.kind === 'qr' ? event.text : undefined
      }),
  }
}

export const textMessage = (waId: string, body: string, number: string): OutboundMessage => ({
  waId,
  body,
  chat: { phone: number },
  kind: 'chat',
  media: undefined,
  quoted: undefined,
  location: undefined,
  vcard: '',
  typingMs: 0,
})

/* The smallest image, followed by bytes that make it large enough to be streamed. */
export const image = Buffer.concat([
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  Buffer.from(Array.from({ length: 150_000 }, (_, index) => index % 253)),
])
