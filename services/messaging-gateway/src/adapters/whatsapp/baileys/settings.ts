import type { MediaPreviews } from '../../../features/whatsapp-driver/media-previews.port'

/** Configuration of the driver for real phones. */
export interface BaileysSettings {
  /** URL of WhatsApp's server. */
  webSocketUrl: string
  /** The root key of the server's certificates, 64 hex digits; '' for WhatsApp's own. */
  rootKey: string
  /** One base URL for all media hosts; '' for WhatsApp's own. */
  mediaBase: string
  /** Our name in the phone's list of linked devices. */
  deviceName: string
  /** Show the number as online while an agent works on it, and only then: the phone shows no notifications meanwhile. */
  showsPresence: boolean
  /** Messages of the phone's history up to this age are recorded as ordinary messages after pairing; 0: none. */
  historyHours: number
  times: BaileysTimes
}

/** Rules and ports of the gateway that the driver uses. */
export interface BaileysRules {
  previews: MediaPreviews
  /** Width and height from an image's first bytes. */
  imageSize(mimeType: string, head: Buffer): { width: number; height: number } | undefined
  /** The web client's version that the next socket states. */
  clientVersion(): Promise<readonly [number, number, number]>
}

/** Milliseconds. */
export interface BaileysTimes {
  connect: number
  keepAlive: number
  query: number
  /** How long a QR code is shown; the first one three times as long. */
  qr: number
  /** Wait for a message that could not be decrypted before it is reported as a placeholder. */
  undecrypted: number
  /**
   * Time after a passkey request within which the secret of the
   * scanned code is accepted; afterwards the user compares codes.
   */
  passkeyProof: number
  /** Time limit for the phone after the passkey was sent. */
  passkeyPhone: number
  /** Time over which journal rows are collected to be closed in one statement. */
  closeBatch: number
  /** First retry interval for a part of the history that could not be fetched; each further one is four times as long. */
  historyRetry: number
  /** Wait for the contact's token after a 463. */
  token: number
  /** Time after an agent's last work during which a number is shown as online. */
  agentIdle: number
}

export const baileysTimes: BaileysTimes = {
  connect: 20_000,
  keepAlive: 25_000,
  query: 60_000,
  qr: 20_000,
  undecrypted: 10_000,
  // whatsmeow pair-passkey.go, 2026-08-21.
  passkeyProof: 5 * 60_000,
  passkeyPhone: 2 * 60_000,
  closeBatch: 250,
  historyRetry: 5_000,
  token: 3_000,
  agentIdle: 180_000,
}
