import type { Tx } from '@balcao/kernel'

/** A key pair as PEM: PKCS#8 and SPKI. */
export interface SigningKey {
  kid: string
  privatePem: string
  publicPem: string
  createdAt: Date
}

/** The keys that sign access tokens. They belong to no company: every call is in platform scope. */
export interface SigningKeyStore {
  /** Newest first. Keys that cannot be unsealed are left out. */
  list(tx: Tx): Promise<SigningKey[]>
  /** Public halves of all keys, newest first, also of those that cannot be unsealed. */
  publicKeys(tx: Tx): Promise<Pick<SigningKey, 'kid' | 'publicPem'>[]>
  insert(tx: Tx, key: SigningKey): Promise<void>
  /** Waits until nobody else holds it; held until the end of the transaction. */
  lock(tx: Tx): Promise<void>
}
