import type { PasskeyStep, SessionClosed, SessionRequest } from '../../../features/whatsapp-driver'
import type { SignalVault } from '../../../features/signal-vault/signal-vault.port'
import type { BaileysModule } from './load-baileys'
import type { MediaHosts } from './media-hosts'
import type { BaileysSettings } from './settings'
import type { JournalHooks } from './signal-repository'

export interface BaileysSocketDeps {
  baileys: BaileysModule
  settings: BaileysSettings
  hosts: MediaHosts
  vault: SignalVault
  request: SessionRequest
  /** The web client's version that the handshake states. */
  version: readonly [number, number, number]
  journal: Omit<JournalHooks, 'waitForLease' | 'failed'>
  /** A message of ours, for a phone that sent a retry receipt. */
  findSentMessage: NonNullable<Parameters<BaileysModule['makeWASocket']>[0]['getMessage']>
  /** Undefined: the library queries the server. */
  findGroupMetadata: NonNullable<Parameters<BaileysModule['makeWASocket']>[0]['cachedGroupMetadata']>
  on: SocketEvents
}

export interface SocketEvents {
  qr(text: string): void
  passkey(step: PasskeyStep): void
  pairing(): void
  open(): void
  /** The account's settings are encrypted with a key that is not stored. */
  appStateKeyMissing(keyId: string): void
  /** The phone sent a key of the account's settings. */
  appStateKeyReceived(): void
  /** The server accepts no new one-time pre-keys. */
  preKeysRefused(): void
  /** Called once, whatever ended the socket; not after `destroy`. */
  closed(end: SessionClosed): void
}
