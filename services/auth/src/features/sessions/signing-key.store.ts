import type { Tx } from '@balcao/kernel'

/** A key pair as PEM: PKCS#8 and SPKI. */
export interface SigningKey {
  kid: string
  privatePem: string
  publicPem: string
  createdAt: Date
}

export interface StoredKey extends Omit<SigningKey, 'privatePem'> {
  /** When another key replaced it; null for the signing key. */
  retiredAt: Date | null
}

/** The keys that sign access tokens. They belong to no company: every call is in platform scope. */
export interface SigningKeyStore {
  /** Keys that are not retired, newest first; without `privatePem` when it cannot be unsealed. */
  listActive(tx: Tx): Promise<(Omit<SigningKey, 'privatePem'> & { privatePem: string | undefined })[]>
  /** Public keys, retired ones too, newest first. */
  listPublicKeys(tx: Tx): Promise<StoredKey[]>
  insert(tx: Tx, key: SigningKey): Promise<void>
  /** Retires all other keys. */
  retireOthers(tx: Tx, kid: string, now: Date): Promise<void>
  /** Deletes keys that were retired before `before`. */
  sweep(tx: Tx, before: Date): Promise<void>
  /** Takes the lock; held until the end of the transaction. */
  lock(tx: Tx): Promise<void>
}
