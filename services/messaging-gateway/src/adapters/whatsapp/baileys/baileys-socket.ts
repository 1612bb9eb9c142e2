import type { EventEmitter } from 'node:events'

import type {
  AuthenticationCreds,
  BinaryNode,
  ConnectionState,
  SignalDataTypeMap,
  WASocket,
} from '@whiskeysockets/baileys'

import { AppError } from '@balcao/kernel'

import type { SignalVault } from '../../../features/signal-vault/signal-vault.port'
import type { PasskeyStep, SessionClosed, SessionRequest } from '../../../features/whatsapp-driver'
import { placeholderResendCache } from './placeholder-resend-cache'
import { asyncScope } from './async-scope'
import { BackPressure } from './back-pressure'
import { baileysLogger, NOT_ACTIVE, PRE_KEYS_REFUSED } from './baileys-logger'
import { baileysSignals } from './baileys-signals'
import { readStatusCode, toSessionClosed, type DisconnectError } from './close-reason'
import { DeviceLists } from './device-lists'
import { ignoreEarlySuccess } from './early-success'
import { FrameGate, type FrameSink } from './frame-gate'
import { limitCloseHandshake, type Closable } from './close-timeout'
import type { BaileysModule } from './load-baileys'
import type { MediaHosts } from './media-hosts'
import { createReentrantMutex } from './reentrant-mutex'
import { endOpenQueries } from './open-queries'
import { PasskeyLinking } from './passkey-linking'
import { isChannel, isStatus, parseNumber } from './jids'
import { QrCodes } from './qr-codes'
import type { BaileysSettings } from './settings'
import { SenderKeyMemory } from './sender-key-memory'
import { SignalKeys, type UnitKeys } from './signal-keys'
import { createJournaledRepository, type JournalHooks } from './signal-repository'
import { isolateListeners } from './isolate-listeners'

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
    this.sock = baileys.makeWASocket(this.buildConfig())
    this.replaceKeyStore()
    this.isolateFailures()
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
    this.terminate()
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

  /* The device name is what the phone lists under linked devices; the browser must be one that WhatsApp accepts. */
  private get browser(): [string, string, string] {
    return [this.deps.settings.deviceName, 'Chrome', '']
  }

  private buildConfig(): Parameters<BaileysModule['makeWASocket']>[0] {
    const { baileys, settings, hosts, request, vault } = this.deps
    const { times } = settings
    const hooks: JournalHooks = {
      ...this.deps.journal,
      waitForLease: () => this.gate.pass(),
      failed: (error) => this.gate.close(error),
    }
    return {
      auth: { creds: this.creds, keys: this.keys },
      logger: baileysLogger(request, (sentence) => this.onLibraryLog(sentence)),
      waWebSocketUrl: settings.webSocketUrl,
      version: [...this.deps.version],
      browser: this.browser,
      connectTimeoutMs: times.connect,
      keepAliveIntervalMs: times.keepAlive,
      defaultQueryTimeoutMs: times.query,
      markOnlineOnConnect: false,
      syncFullHistory: false,
      // Read by history/history.ts instead, in pieces.
      shouldSyncHistoryMessage: () => false,
      emitOwnEvents: false,
      generateHighQualityLinkPreview: false,
      // The library itself fetches history and app state, from hosts that messages name.
      options: hosts.fetchOptions,
      userDevicesCache: this.devices,
      shouldIgnoreJid: (jid) => isStatus(jid) || isChannel(jid),
      cachedGroupMetadata: (jid) => this.deps.findGroupMetadata(jid),
      getMessage: (key) => this.deps.findSentMessage(key),
      // The library's pause between two retry requests would delay all messages behind undecryptable ones.
      retryRequestDelayMs: 0,
      placeholderResendCache,
      transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
      makeSignalRepository: (auth, logger, lidMappings) => {
        const make = baileys.DEFAULT_CONNECTION_CONFIG.makeSignalRepository
        const outer = make({ creds: auth.creds, keys: this.keys }, logger, lidMappings)
        // Queries are sent before a unit begins: within it no server is asked.
        const of = (keys: UnitKeys) => make({ creds: auth.creds, keys }, logger)
        return createJournaledRepository(baileys, outer, of, this.keys, vault, hooks)
      },
    }
  }

  /*
   * The library groups key changes in an AsyncLocalStorage of its own per socket, which Node 20 never releases and
   * does work for at every promise. Changes that need one commit get it in our repository; here a mutex is enough.
   */
  private replaceKeyStore(): void {
    const exclusive = createReentrantMutex()
    const memory = new SenderKeyMemory(this.keys)
    const ws = this.sock.ws as unknown as EventEmitter
    ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
      const { from = '', error } = attrs
      if (error) memory.refused(from)
      // A store that fails has ended the socket by then.
      else memory.confirmed(from).catch(() => undefined)
    })
    Object.assign(this.sock.authState.keys, {
      get: (type: keyof SignalDataTypeMap, ids: string[]) =>
        this.reportMissingKeys(type, ids, memory.get(type, ids)),
      set: memory.set.bind(memory),
      isInTransaction: () => false,
      transaction: <T>(work: () => Promise<T>, key: string) => exclusive(key, work),
    })
  }

  /*
   * Status updates and channels are ignored here. The library would refuse each
   * with an error (500, `shouldIgnoreJid` in Socket/messages-recv.js), and the
   * server would repeat them; a client that does not show them acknowledges them.
   */
  private acknowledgeIgnored(stanza: BinaryNode): boolean {
    const { from = '' } = stanza.attrs
    if (!isStatus(from) && !isChannel(from)) return false
    const ack = this.deps.baileys.buildAckStanza(stanza, undefined, this.me.id)
    this.sock.sendNode(ack).catch(() => undefined)
    return true
  }

  private async reportMissingKeys<T>(type: string, ids: readonly string[], work: Promise<Record<string, T>>) {
    const found = await work
    if (type === 'app-state-sync-key')
      // An empty scope: the request for the key is not part of the unit that missed it.
      for (const id of ids) if (!found[id]) asyncScope.run({}, () => this.deps.on.appStateKeyMissing(id))
    return found
  }

  /* Before the first frame: the socket is being opened, but nothing has been sent. */
  private isolateFailures(): void {
    const ws = this.sock.ws as unknown as EventEmitter
    isolateListeners(ws, {
      failed: (_error, event) => {
        if (this.isOver) return
        baileysSignals.malformed(this.ref)
        // Bytes that arrived together with a frame that failed stay
        // buffered until the next event: an empty one flushes them.
        if (event === 'message') ws.emit('message', Buffer.alloc(0))
      },
      inOrder: ['CB:message'],
      isDropped: (event, [stanza]) => event === 'CB:message' && this.acknowledgeIgnored(stanza as BinaryNode),
      onQueueLength: (frames) => this.backPressure.setWaiting('messages', frames),
    })
    endOpenQueries(ws)
    if (this.ws.socket) this.gate.guard(this.ws.socket)
    if (this.ws.socket) limitCloseHandshake(this.ws.socket)
    ws.prependListener('CB:message', (stanza: BinaryNode) => {
      // The library has a second queue for offline messages, in which newer messages would overtake older ones.
      delete stanza.attrs.offline
      this.deps.journal.envelopes.remember(stanza)
    })
  }

  /*
   * Stored once the phone has linked us: earlier credentials are useless and would look like those of a linked
   * device. No frame leaves before they are durable, the confirmation of the pairing included. The secret of the QR
   * code has been used by then, and the code itself is in events, so it is not stored.
   */
  private saveCreds(): void {
    if (this.isOver || !this.creds.account) return
    const kept: AuthenticationCreds = { ...this.creds, advSecretKey: '' }
    const credentials = Buffer.from(JSON.stringify(kept, this.deps.baileys.BufferJSON.replacer))
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
      browser: this.browser,
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
    this.terminate()
    this.finish({ kind: 'closed', reason: isFenced ? 'replaced' : 'lost' })
  }

  private finish(end: SessionClosed): void {
    if (this.isOver) return
    this.destroy()
    this.deps.on.closed(end)
  }

  private terminate(): void {
    try {
      this.ws.socket?.terminate()
    } catch {
      // `terminate` throws while the socket is connecting; the socket is closed all the same.
    }
  }
}
