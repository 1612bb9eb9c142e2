import type { proto, WASocket } from '@whiskeysockets/baileys'

import { DAY } from '@balcao/kernel'

import type { SignalVault } from '../../../features/signal-vault/signal-vault.port'
import type { BaileysSocket } from './baileys-socket'
import type { BaileysModule } from './load-baileys'
import type { AppStateSnapshots } from './app-state-snapshots'

export interface AppStateDeps {
  baileys: BaileysModule
  vault: Pick<SignalVault, 'findKeys' | 'write'>
  socket(): Pick<BaileysSocket, 'sock' | 'creds' | 'keys' | 'me' | 'saveAppStateKey'>
  snapshots: Pick<AppStateSnapshots, 'sync'>
  failed(error: unknown): void
  /** The phone has been asked for a key the maximum number of times. */
  onGiveUp(): void
  now(): number
}

const TYPE = 'app-state-key-asked'
/**
 * Interval between two requests for one key (whatsmeow appstate.go,
 * requestMissingAppStateKeys: once a day, without a limit).
 */
const REQUEST_INTERVAL_MS = 1 * DAY
const MAX_REQUESTS = 3

interface KeyRequest {
  at: number
  times: number
}

/**
 * The account's settings (app state); the desk uses the names of the phone's address book.
 * The library synchronises them while it reads the history, which is read here instead, and
 * waits without a limit for a key that it was not given (Socket/chats.js, 7.0.0-rc14). As in
 * whatsmeow (message.go, handleAppStateSyncKeyShare) a received key starts the sync.
 */
export class AppState {
  private readonly requesting = new Set<string>()
  private readonly missing = new Set<string>()

  constructor(private readonly deps: AppStateDeps) {}

  /**
   * Stores keys that the phone sent; resolves when the keys and the id of the newest are durable. The library stores
   * them too, but not when the socket ends first, and the server does not deliver a decrypted message again.
   * @throws when the socket ends meanwhile.
   */
  async storeKeys({ keys }: proto.Message.IAppStateSyncKeyShare): Promise<void> {
    const { baileys, socket } = this.deps
    const given = (keys ?? []).flatMap(({ keyId, keyData }) => {
      const data = keyData && baileys.proto.Message.AppStateSyncKeyData.fromObject(keyData)
      return keyId?.keyId && data ? [[Buffer.from(keyId.keyId).toString('base64'), data] as const] : []
    })
    const newest = given.at(-1)?.[0]
    if (newest === undefined) return
    const present = socket()
    await present.keys.set({ 'app-state-sync-key': Object.fromEntries(given) })
    if (present.creds.myAppStateKeyId !== newest) await present.saveAppStateKey(newest)
  }

  /** The phone sent a key. */
  onKeyReceived(): void {
    const wereMissing = this.missing.size > 0
    this.missing.clear()
    this.inBackground(wereMissing ? this.sync(this.names) : this.syncUnsynced())
  }

  /** A socket has opened: collections that an earlier one did not synchronise are synchronised now. */
  onOpen(): void {
    this.inBackground(this.syncUnsynced())
  }

  /** App state is encrypted with a key that is not stored: requests it from the phone. */
  onKeyMissing(keyId: string): void {
    this.missing.add(keyId)
    if (this.requesting.has(keyId)) return
    this.requesting.add(keyId)
    this.inBackground(this.requestWithinLimit(keyId).finally(() => this.requesting.delete(keyId)))
  }

  private get names() {
    return this.deps.baileys.ALL_WA_PATCH_NAMES
  }

  private inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => this.deps.failed(error))
  }

  private async syncUnsynced(): Promise<void> {
    const { creds, keys } = this.deps.socket()
    if (!creds.myAppStateKeyId) return
    const versions = await keys.get('app-state-sync-version', [...this.names])
    await this.sync(this.names.filter((name) => !versions[name]?.version))
  }

  private async sync(names: Parameters<WASocket['resyncAppState']>[0]): Promise<void> {
    if (names.length === 0) return
    await this.deps.snapshots.sync(names)
    await this.deps.socket().sock.resyncAppState(names, true)
  }

  private async requestWithinLimit(keyId: string): Promise<void> {
    const asked = await this.findRequest(keyId)
    const now = this.deps.now()
    if (asked && now - asked.at < REQUEST_INTERVAL_MS) return
    if (asked && asked.times >= MAX_REQUESTS) return this.deps.onGiveUp()
    const value = Buffer.from(JSON.stringify({ at: now, times: (asked?.times ?? 0) + 1 }))
    await this.deps.vault.write({ keys: [{ type: TYPE, id: keyId, value }] })
    await this.sendRequest(keyId)
  }

  private async findRequest(keyId: string): Promise<KeyRequest | undefined> {
    const stored = (await this.deps.vault.findKeys(TYPE, [keyId])).get(keyId)
    return stored && (JSON.parse(Buffer.from(stored).toString()) as KeyRequest)
  }

  private async sendRequest(keyId: string): Promise<void> {
    const { jidNormalizedUser, proto } = this.deps.baileys
    const type = proto.Message.ProtocolMessage.Type.APP_STATE_SYNC_KEY_REQUEST
    const appStateSyncKeyRequest = { keyIds: [{ keyId: Buffer.from(keyId, 'base64') }] }
    const { sock, me } = this.deps.socket()
    await sock.relayMessage(
      jidNormalizedUser(me.id),
      { protocolMessage: { type, appStateSyncKeyRequest } },
      {
        additionalAttributes: { category: 'peer', push_priority: 'high' },
        additionalNodes: [{ tag: 'meta', attrs: { appdata: 'default' } }],
      },
    )
  }
}
