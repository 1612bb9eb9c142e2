import type { EventEmitter } from 'node:events'

import type {
  AuthenticationCreds,
  ConnectionState,
  SignalDataTypeMap,
  WASocket,
} from '@whiskeysockets/baileys'

import { AppError } from '@balcao/kernel'

import type { SessionClosed } from '../../../features/whatsapp-driver'
import { BackPressure } from './back-pressure'
import { NOT_ACTIVE, PRE_KEYS_REFUSED } from './baileys-logger'
import { baileysSignals } from './baileys-signals'
import { readStatusCode, toSessionClosed, type DisconnectError } from './close-reason'
import { DeviceLists } from './device-lists'
import { ignoreEarlySuccess } from './early-success'
import { encodeCredentials } from './encode-credentials'
import { FrameGate, type FrameSink } from './frame-gate'
import { limitCloseHandshake, terminate, type Closable } from './close-timeout'
import { PasskeyLinking } from './passkey-linking'
import { parseNumber } from './jids'
import { prepareFrames } from './prepare-frames'
import { QrCodes } from './qr-codes'
import { replaceKeyStore } from './replace-key-store'
import { SignalKeys } from './signal-keys'
import { buildBrowser, buildSocketConfig } from './socket-config'
import type { BaileysSocketDeps } from './socket-deps'

interface WebSocketClient {
  socket: (FrameSink & Closable & { pause(): void; resume(): void }) | null
}

const PRE_KEY_TRIES = 4

/** One socket of the protocol library with its gate, keys and credentials, from opening to end. */
export class BaileysSocket {
  readonly gate: FrameGate
  readonly keys: SignalKeys
  readonly sock: WASocket
  readonly creds: AuthenticationCreds
  readonly passkey: PasskeyLinking
  isOpen = false
  readonly devices = new DeviceLists()
  private isOver = false
  private lastSave: Promise<unknown> = Promise.resolve()
  private preKeyTries = 0
  private readonly qrCodes: QrCodes
  private readonly backPressure = new BackPressure(() => this.ws.socket)

  constructor(
    private readonly deps: BaileysSocketDeps,
    stored: AuthenticationCreds | undefined,
  ) {
    const { baileys, request, vault } = deps
    this.creds = stored ?? baileys.initAuthCreds()
    this.gate = new FrameGate(request.lease, (cause) => this.onShut(cause))
    this.keys = new SignalKeys(baileys, vault, (error) => this.gate.close(error))
    this.sock = baileys.makeWASocket(
      buildSocketConfig(deps, {
        creds: this.creds,
        keys: this.keys,
        gate: this.gate,
        devices: this.devices,
        onLibraryLog: (sentence) => this.onLibraryLog(sentence),
      }),
    )
    replaceKeyStore(this.sock, this.keys, (keyId) => deps.on.appStateKeyMissing(keyId))
    this.prepareFrames()
    this.qrCodes = this.showQrCodes()
    this.passkey = this.watchPasskeyLinking()
    this.sock.ev.on('creds.update', ({ myAppStateKeyId }) => {
      this.saveCreds()
      if (myAppStateKeyId) this.deps.on.appStateKeyReceived()
    })
    this.sock.ev.on('connection.update', (update) => this.onUpdate(update))
    baileysSignals.socketOpened({ ...this.ref, epoch: request.lease.epoch })
  }

  get me(): { id: string; lid: string } {
    return { id: this.creds.me?.id ?? '', lid: this.creds.me?.lid ?? '' }
  }

  /** The LID stored for a number, or ''. Sends no query. */
  async findStoredLid(number: string): Promise<string> {
    const { [number]: lid } = await this.keys.get('lid-mapping', [number])
    return typeof lid === 'string' ? lid : ''
  }

  /** The trusted-contact token of this address as the library stores it: under the LID where one is known. */
  async findStoredToken(jid: string): Promise<SignalDataTypeMap['tctoken'] | undefined> {
    const name = this.deps.baileys.jidNormalizedUser(jid)
    const lid = parseNumber(name) ? await this.findStoredLid(parseNumber(name)) : ''
    const key = lid ? `${lid}@lid` : name
    const { [key]: token } = await this.keys.get('tctoken', [key])
    return token
  }

  /** Ends the socket at once, without a close frame or an event. Idempotent. */
  destroy(): void {
    this.isOver = true
    this.isOpen = false
    this.qrCodes.stop()
    this.passkey.stop()
    this.backPressure.stop()
    this.gate.close()
    terminate(this.ws.socket)
    void this.sock.end(undefined).catch(() => undefined)
  }

  /** Slows down reading while too many messages wait to be recorded: the server queues the rest. */
  setCrowded(isCrowded: boolean): void {
    this.backPressure.setCrowded(isCrowded)
  }

  /** Number of receipts that are not durable yet. */
  setWaitingReceipts(count: number): void {
    this.backPressure.setWaiting('receipts', count)
  }

  /* Reported because the stored one-time pre-keys run out: first messages then arrive with less forward secrecy. */
  private onLibraryLog(sentence: string): void {
    if (sentence === PRE_KEYS_REFUSED && (this.preKeyTries += 1) % PRE_KEY_TRIES === 0)
      this.deps.on.preKeysRefused()
    if (sentence === NOT_ACTIVE) this.finish({ kind: 'closed', reason: 'lost' })
  }

  private get ref() {
    const { companyId, connectionId } = this.deps.request
    return { companyId, connectionId }
  }

  private get ws(): WebSocketClient {
    return this.sock.ws as unknown as WebSocketClient
  }

  private prepareFrames(): void {
    prepareFrames({
      baileys: this.deps.baileys,
      sock: this.sock,
      ref: this.ref,
      envelopes: this.deps.journal.envelopes,
      me: () => this.me,
      isOver: () => this.isOver,
      onQueueLength: (frames) => this.backPressure.setWaiting('messages', frames),
    })
    if (this.ws.socket) this.gate.guard(this.ws.socket)
    if (this.ws.socket) limitCloseHandshake(this.ws.socket)
  }

  /* Stored once the phone has linked us: earlier credentials are useless and would look like those of a linked device. */
  private saveCreds(): void {
    if (this.isOver || !this.creds.account) return
    const credentials = encodeCredentials(this.deps.baileys, this.creds)
    // No frame leaves before they are durable, the confirmation of the pairing included.
    this.lastSave = this.gate.hold(this.deps.vault.write({ credentials }))
    this.lastSave.catch(() => undefined)
  }

  /**
   * Stores the id of the newest key of the account's settings; resolves when it is durable.
   * @throws {AppError} ERR_UNAVAILABLE once the socket has ended.
   */
  async saveAppStateKey(keyId: string): Promise<void> {
    if (this.isOver) throw new AppError('ERR_UNAVAILABLE', { detail: 'the socket has ended' })
    this.sock.ev.emit('creds.update', { myAppStateKeyId: keyId })
    await this.lastSave
  }

  private showQrCodes(): QrCodes {
    const { baileys, settings, on } = this.deps
    return new QrCodes(this.sock.ws as unknown as EventEmitter, {
      baileys,
      creds: this.creds,
      browser: buildBrowser(settings),
      qrMs: settings.times.qr,
      send: (node) => this.sock.sendNode(node),
      // A linked client shows no more codes, even if the server sends them.
      show: (text) => (this.creds.account ? undefined : on.qr(text)),
      expired: () => this.finish({ kind: 'closed', reason: this.creds.account ? 'lost' : 'qr-expired' }),
    })
  }

  private watchPasskeyLinking(): PasskeyLinking {
    const ws = this.sock.ws as unknown as EventEmitter
    ignoreEarlySuccess(ws, () => this.creds.account !== undefined)
    const { baileys, settings, on } = this.deps
    return new PasskeyLinking(ws, {
      baileys,
      creds: this.creds,
      times: settings.times,
      query: (node) => this.sock.query(node),
      onStep: (step) => {
        // New codes would lead to the same request (WhiskeySockets/Baileys #2672).
        this.qrCodes.stop()
        on.passkey(step)
      },
      ended: () => this.finish({ kind: 'closed', reason: 'passkey-required' }),
    })
  }

  private onUpdate(update: Partial<ConnectionState>): void {
    if (this.isOver) return
    if (update.isNewLogin) {
      this.qrCodes.stop()
      this.passkey.stop()
      this.deps.on.pairing()
    }
    if (update.connection === 'open') {
      this.isOpen = true
      this.deps.on.open()
    }
    if (update.connection === 'close') this.onClosed(update.lastDisconnect?.error)
  }

  private onClosed(error: Error | undefined): void {
    const end = toSessionClosed(error as DisconnectError | undefined, new Date())
    baileysSignals.socketClosed({
      ...this.ref,
      reason: end.reason,
      statusCode: readStatusCode(error as DisconnectError | undefined),
    })
    // A new attempt would be asked for the passkey again.
    this.finish(this.passkey.isPending ? { kind: 'closed', reason: 'passkey-required' } : end)
  }

  /**
   * A failure of ours: the next socket continues from the state before the frame that failed. A fenced write means
   * that another process holds the session's lease.
   */
  private onShut(cause: unknown): void {
    if (this.isOver) return
    const isFenced = cause instanceof AppError && cause.code === 'ERR_LEASE_LOST'
    baileysSignals.shut({ ...this.ref, why: isFenced ? 'fenced' : 'store' })
    terminate(this.ws.socket)
    this.finish({ kind: 'closed', reason: isFenced ? 'replaced' : 'lost' })
  }

  private finish(end: SessionClosed): void {
    if (this.isOver) return
    this.destroy()
    this.deps.on.closed(end)
  }
}
