import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** What was seen when somebody's picture was last asked for. */
export interface KnownPicture {
  /** Of a person or group. */
  jid: string
  /** Object key; '' when there is none or it is hidden. */
  key: string
  /** SHA-256 of the bytes, in hex; '' without a picture. */
  hash: string
  /** The object that this one replaced, until the next time: links to it are still out. */
  staleKey: string
  askedAt: Date
}

/** Pictures by who shows them to whom: a picture that one number may see is hidden from another. */
export interface PictureStore {
  find(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    jid: string,
  ): Promise<KnownPicture | undefined>
  save(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, picture: KnownPicture): Promise<void>
}
