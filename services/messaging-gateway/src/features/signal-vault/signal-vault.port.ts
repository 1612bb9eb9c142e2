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
 * A message as it was decrypted, before it was processed. Written in one transaction with the advanced ratchet.
 */
export interface JournalDraft {
  /** SHA-256 over sender, kind and ciphertext, 64 hex digits; a redelivery has the same. */
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
 * The secrets of one session, encrypted at rest with the company's data key. Every write is atomic and fenced by the lease that
 * the vault was opened with.
 */
export interface SignalVault {
  /** Undefined until the session was paired for the first time. */
  findCredentials(): Promise<Uint8Array | undefined>
  /** The values that exist, by id. Answered from a bounded cache when the key was read or written before. */
  findKeys(type: string, listIds: readonly string[]): Promise<Map<string, Uint8Array>>
  /** The ids of all keys of a type. */
  listIds(type: string): Promise<string[]>
  /** Durable when it resolves, all or nothing. An empty write does nothing. @throws {AppError} ERR_LEASE_LOST */
  write(write: VaultWrite): Promise<void>
  /** The journal row of a ciphertext; `content` is undefined once the row was closed. */
  findJournal(hash: string): Promise<{ seq: number; content: Uint8Array | undefined } | undefined>
  /** Rows that are not closed, oldest first. */
  listOpenJournal(limit: number): Promise<JournalRow[]>
  /** The messages are recorded: their plaintext is deleted, their hashes are kept for 30 days. Fenced; idempotent. */
  closeJournal(hashes: readonly string[]): Promise<void>
}

export interface SignalVaults {
  open(companyId: CompanyId, connectionId: ConnectionId, lease: Lease): SignalVault
  /**
   * Waits for the open vault's writes, then deletes credentials, keys and closed journal rows; open rows stay, their messages
   * are not recorded yet. Fenced; idempotent.
   */
  wipe(companyId: CompanyId, connectionId: ConnectionId, lease: Lease): Promise<void>
}
