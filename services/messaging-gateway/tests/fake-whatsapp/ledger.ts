import type { BinaryNode } from '@whiskeysockets/baileys'

export type ViolationKind =
  | 'content-changed'
  | 'counter-reused'
  | 'undecryptable'
  | 'unknown-receipt'
  | 'registered-again'
  | 'pre-key-reused'
  | 'malformed'
  /** Allowed, but no other client sends it so. */
  | 'unusual'

/** A forbidden action of the client. */
export interface Violation {
  kind: ViolationKind
  account: string
  detail: string
}

/** A message frame of the client; each repeat is a row of its own. */
export interface SentFrame {
  waId: string
  to: string
  /** Number of devices that it was encrypted for. */
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
  /** The connection was open when a newer one of the same device replaced it. */
  wasReplaced: boolean
}

/** A socket since its opening. */
export interface Handshake {
  /** Frames of the client before the end of the handshake; the second one identifies it. */
  framesIn: number
}

/** What the server received from one account's linked devices. */
export class AccountLedger {
  readonly sent: SentFrame[] = []
  readonly receipts: ReceiptFrame[] = []
  /** Messages that the client refused: the server does not deliver them again, so they are lost. */
  readonly nacks: { waId: string; error: string }[] = []
  readonly retries: { waId: string; count: number; hasKeys: boolean }[] = []
  readonly connections: ConnectionRow[] = []
  readonly preKeyUploads: number[] = []
  /** Keys of the account's settings that a companion requested from the phone. */
  readonly keyRequests: string[] = []
  readonly presences: string[] = []
  readonly chatStates: { to: string; state: string }[] = []
  readonly rejectedCalls: string[] = []
  /** Number of deliveries to devices, by message id. */
  readonly delivered = new Map<string, number>()

  private readonly chats = new Map<string, Set<string>>()
  private readonly contents = new Map<string, string>()

  recordSent(frame: SentFrame): void {
    this.sent.push(frame)
    const ids = this.chats.get(frame.to) ?? new Set()
    this.chats.set(frame.to, ids.add(frame.waId))
  }

  /** The ids sent to a chat, in the order of their first arrival. */
  listOrder(chat: string): string[] {
    return [...(this.chats.get(chat) ?? [])]
  }

  /** Stores the id's content at its first decryption; true when this one is the same. */
  recordContent(waId: string, hash: string): boolean {
    const first = this.contents.get(waId) ?? hash
    this.contents.set(waId, first)
    return first === hash
  }

  findContent(waId: string): string | undefined {
    return this.contents.get(waId)
  }

  recordDelivery(waId: string): void {
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
  /** Queries without a handler; the client got an error. */
  readonly unknown: BinaryNode[] = []
  readonly violations: Violation[] = []
  /** One entry per opened socket. */
  readonly handshakes: Handshake[] = []
  registrations = 0
  /** Reasons of refused passkeys. */
  readonly passkeyFaults: string[] = []
  private readonly accounts = new Map<string, AccountLedger>()

  account(account: { number: string }): AccountLedger {
    const found = this.accounts.get(account.number) ?? new AccountLedger()
    this.accounts.set(account.number, found)
    return found
  }

  violation(kind: ViolationKind, account: { number: string } | undefined, detail: string): void {
    this.violations.push({ kind, account: account?.number ?? '', detail })
  }
}
