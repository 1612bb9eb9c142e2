import type { MediaPreviews } from '../../../features/whatsapp-driver/media-previews.port'

/** What config says about the real phone. */
export interface BaileysSettings {
  /** Where WhatsApp's server is. */
  webSocketUrl: string
  /** The root of the server's certificates, 64 hex digits; '' for WhatsApp's own. */
  rootKey: string
  /** One base for all media hosts; '' for WhatsApp's own. */
  mediaBase: string
  /** What the phone calls us among its linked devices. */
  deviceName: string
  /** Show the number as online while an agent works on it, and only then: the phone shows no notifications meanwhile. */
  showsPresence: boolean
  /** Messages of the phone's history so young enter as ordinary messages after pairing; 0: none. */
  historyHours: number
  times: BaileysTimes
}

/** Rules and ports of the gateway's that the driver uses. */
export interface BaileysRules {
  previews: MediaPreviews
  /** Width and height by an image's first bytes. */
  imageSize(mimeType: string, head: Buffer): { width: number; height: number } | undefined
  /** The version of the web client that the next socket says it is. */
  clientVersion(): Promise<readonly [number, number, number]>
}

/** Milliseconds. */
export interface BaileysTimes {
  connect: number
  keepAlive: number
  query: number
  /** How long a QR code is shown; the first one three times as long. */
  qr: number
  /** How long a message that could not be decrypted is waited for before it is told as a placeholder. */
  unread: number
  /** How long after a passkey was asked for the scanned code proves who we are; then a person compares codes. */
  passkeyProof: number
  /** How long the phone may take once the passkey was given. */
  passkeyPhone: number
  /** How long closed journal rows may wait to be closed together. */
  closeBatch: number
  /** Until a part of the history that could not be fetched is tried again; four times as long after each further try. */
  historyRetry: number
  /** How long after a 463 a token of the contact is waited for. */
  token: number
  /** How long after an agent's last work a number is shown as online. */
  agentIdle: number
}

export const baileysTimes: BaileysTimes = {
  connect: 20_000,
  keepAlive: 25_000,
  query: 60_000,
  qr: 20_000,
  unread: 10_000,
  // whatsmeow pair-passkey.go, 2026-08-21.
  passkeyProof: 5 * 60_000,
  passkeyPhone: 2 * 60_000,
  closeBatch: 250,
  historyRetry: 5_000,
  token: 3_000,
  agentIdle: 180_000,
}
