import type { Tx } from '@balcao/kernel'

/** A key pair as PEM: PKCS#8 and SPKI. */
export interface SigningKey {
  kid: string
  privatePem: string
  publicPem: string
  createdAt: Date
}

export interface StoredKey extends Omit<SigningKey, 'privatePem'> {
  /** Since when another key signs in its place; null for the one that signs. */
  retiredAt: Date | null
}

/** The keys that sign access tokens. They belong to no company: every call is in platform scope. */
export interface SigningKeyStore {
  /** Those that are not retired, newest first; without `privatePem` what cannot be unsealed. */
  active(tx: Tx): Promise<(Omit<SigningKey, 'privatePem'> & { privatePem: string | undefined })[]>
  /** Public halves of all keys, retired ones too, newest first. */
  publicKeys(tx: Tx): Promise<StoredKey[]>
  insert(tx: Tx, key: SigningKey): Promise<void>
  /** All but this one are retired, unless they were before. */
  retireOthers(tx: Tx, kid: string, now: Date): Promise<void>
  /** Forgets keys that were retired before `before`. */
  sweep(tx: Tx, before: Date): Promise<void>
  /** Waits until nobody else holds it; held until the end of the transaction. */
  lock(tx: Tx): Promise<void>
}
