import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** WhatsApp's last answer about a profile picture. */
export interface KnownPicture {
  /** `remoteJid` of a person or group. */
  jid: string
  /** Object key; '' when there is none or it is hidden. */
  key: string
  /** SHA-256 of the bytes, in hex; '' without a picture. */
  hash: string
  /** The object that this one replaced: deleted at the next lookup, as links to it may still be in use. */
  staleKey: string
  askedAt: Date
}

/** Pictures by connection: privacy settings may hide a picture from one number and show it to another. */
export interface PictureStore {
  find(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    jid: string,
  ): Promise<KnownPicture | undefined>
  save(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, picture: KnownPicture): Promise<void>
}
