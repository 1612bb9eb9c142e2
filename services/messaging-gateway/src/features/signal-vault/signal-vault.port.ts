import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Lease } from '@balcao/kernel'

/** One secret of a session: a Signal session, a pre-key, a sender key… `type` and `id` are the protocol library's. */
export interface KeyRecord {
  type: string
  id: string
  /** null deletes it. */
  value: Uint8Array | null
}

/**
 * A message as it was decrypted, before anything was done with it. Written in one transaction with the ratchet it moved.
 */
export interface JournalDraft {
  /** SHA-256 over sender, kind and ciphertext, 64 hex digits: how a redelivery is known. */
  hash: string
  /** Envelope and plaintext, opaque to the store; encrypted at rest. */
  content: Uint8Array
}

export interface JournalRow extends JournalDraft {
  /** Order in which the messages were decrypted. */
  seq: number
}

export interface VaultWrite {
  keys?: readonly KeyRecord[]
  journal?: readonly JournalDraft[]
  credentials?: Uint8Array
}

/**
 * The secrets of one session. Everything is encrypted at rest with the company's data key, and every write is fenced:
 * it happens whole, under the lease the vault was opened with, or not at all.
 */
export interface SignalVault {
  /** Undefined until the session was paired for the first time. */
  credentials(): Promise<Uint8Array | undefined>
  /** The values that exist, by id. Answered from memory when the key was read or written before, within a bound. */
  keys(type: string, ids: readonly string[]): Promise<Map<string, Uint8Array>>
  /** The ids of all keys of a type. */
  ids(type: string): Promise<string[]>
  /** Durable when it resolves, all or nothing. An empty write does nothing. @throws {AppError} ERR_LEASE_LOST */
  write(write: VaultWrite): Promise<void>
  /** What a ciphertext was decrypted to; `content` is undefined once the row was closed. */
  findJournal(hash: string): Promise<{ seq: number; content: Uint8Array | undefined } | undefined>
  /** Rows that nobody has closed, oldest first. */
  listOpenJournal(limit: number): Promise<JournalRow[]>
  /** The messages are recorded: their plaintext is forgotten, their hashes are kept for a while. Fenced; idempotent. */
  closeJournal(hashes: readonly string[]): Promise<void>
}

export interface SignalVaults {
  open(companyId: CompanyId, connectionId: ConnectionId, lease: Lease): SignalVault
  /**
   * Ends the open vault after what it had begun, then deletes credentials, keys and closed journal rows; open rows stay,
   * they are messages. Fenced; idempotent.
   */
  wipe(companyId: CompanyId, connectionId: ConnectionId, lease: Lease): Promise<void>
}
