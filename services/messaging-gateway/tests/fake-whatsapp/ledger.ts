import type { BinaryNode } from '@whiskeysockets/baileys'

export type ViolationKind =
  | 'content-changed'
  | 'counter-reused'
  | 'undecryptable'
  | 'unknown-receipt'
  | 'registered-again'
  | 'pre-key-reused'
  | 'malformed'

/** Something the client must never do. */
export interface Violation {
  kind: ViolationKind
  account: string
  detail: string
}

/** A message frame of the client, every repeat its own row. */
export interface SentFrame {
  waId: string
  to: string
  /** How many devices it was encrypted for. */
  recipients: number
  /** The server refused it with this code. */
  refusedWith: string | undefined
}

export interface ReceiptFrame {
  waId: string
  to: string
  type: string
}

export interface ConnectionRow {
  deviceJid: string
  openedAt: Date
  closedAt: Date | undefined
  /** This one was live when a newer one of the same device came. */
  wasReplaced: boolean
}

/** A socket from its opening on. */
export interface Handshake {
  /** Frames of the client before the handshake was done; the second one says who it is. */
  framesIn: number
}

/** All that the server saw of one account's linked devices. */
export class AccountLedger {
  readonly sent: SentFrame[] = []
  readonly receipts: ReceiptFrame[] = []
  /** Messages the client refused: to the server they are done, to the user they are lost. */
  readonly nacks: { waId: string; error: string }[] = []
  readonly retries: { waId: string; count: number; hasKeys: boolean }[] = []
  readonly connections: ConnectionRow[] = []
  readonly preKeyUploads: number[] = []
  /** Keys of the account's settings that a companion asked the phone for. */
  readonly keyRequests: string[] = []
  readonly presences: string[] = []
  readonly chatStates: { to: string; state: string }[] = []
  readonly rejectedCalls: string[] = []
  /** How often each message went down to a device, by id. */
  readonly delivered = new Map<string, number>()

  private readonly chats = new Map<string, Set<string>>()
  private readonly contents = new Map<string, string>()

  noteSent(frame: SentFrame): void {
    this.sent.push(frame)
    const ids = this.chats.get(frame.to) ?? new Set()
    this.chats.set(frame.to, ids.add(frame.waId))
  }

  /** The ids sent to a chat, in the order of their first sighting. */
  orderOf(chat: string): string[] {
    return [...(this.chats.get(chat) ?? [])]
  }

  /** The id's content as first decrypted; true when this one is the same. */
  noteContent(waId: string, hash: string): boolean {
    const first = this.contents.get(waId) ?? hash
    this.contents.set(waId, first)
    return first === hash
  }

  contentOf(waId: string): string | undefined {
    return this.contents.get(waId)
  }

  noteDelivery(waId: string): void {
    this.delivered.set(waId, (this.delivered.get(waId) ?? 0) + 1)
  }

  /** Ids of sent messages, each once. */
  sentIds(): string[] {
    return [...new Set(this.sent.map((frame) => frame.waId))]
  }

  sightings(waId: string): number {
    return this.sent.filter((frame) => frame.waId === waId).length
  }

  openConnections(): ConnectionRow[] {
    return this.connections.filter((row) => !row.closedAt)
  }
}

export class Ledger {
  /** Queries the server has no answer for; the client got an empty result. */
  readonly unknown: BinaryNode[] = []
  readonly violations: Violation[] = []
  /** Of every socket that was opened. */
  readonly handshakes: Handshake[] = []
  registrations = 0
  /** Why passkeys were refused. */
  readonly passkeyFaults: string[] = []
  private readonly accounts = new Map<string, AccountLedger>()

  of(account: { number: string }): AccountLedger {
    const found = this.accounts.get(account.number) ?? new AccountLedger()
    this.accounts.set(account.number, found)
    return found
  }

  violation(kind: ViolationKind, account: { number: string } | undefined, detail: string): void {
    this.violations.push({ kind, account: account?.number ?? '', detail })
  }
}
