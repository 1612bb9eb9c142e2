import type { EventEmitter } from 'node:events'
import { randomBytes } from 'node:crypto'

import type { PasskeyOptions } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'
import type { AuthenticationCreds, BinaryNode } from '@whiskeysockets/baileys'

import type { PasskeyAnswer, PasskeyStep } from '../../../features/whatsapp-driver'
import type { BaileysModule } from './load-baileys'
import {
  computeVerificationCode,
  handoffKey,
  handoffProof,
  newPrologue,
  pairingKey,
  readPhoneIdentity,
  sealPairingRequest,
  type Prologue,
} from './passkey-keys'
import { readPasskeyOptions } from './passkey-options'
import type { BaileysTimes } from './settings'

export interface PasskeyDeps {
  baileys: BaileysModule
  creds: AuthenticationCreds
  /** Rejects when the server answers with an error. */
  query(node: BinaryNode): Promise<BinaryNode | undefined>
  times: Pick<BaileysTimes, 'passkeyProof' | 'passkeyPhone'>
  onStep(step: PasskeyStep): void
  /** The linking has failed and cannot be continued. */
  ended(): void
}

type Stage =
  | { kind: 'idle' }
  | { kind: 'requested' }
  | { kind: 'answering'; prologue: Prologue; isTrusted: boolean }
  | { kind: 'comparing'; key: Buffer }
  | { kind: 'sealed' }

const SERVER = /^@?s\.whatsapp\.net$/

const element = (tag: string, content: Uint8Array): BinaryNode => ({ tag, attrs: {}, content })

/**
 * The passkey step of linking, which the library lacks: the server requests a WebAuthn assertion instead of sending
 * `pair-success`, then phone and client agree on a key, under which the client sends a new secret. Protocol:
 * whatsmeow pair-passkey.go (2026-08-21), WhiskeySockets/Baileys #2689. One linking, on one socket.
 */
export class PasskeyLinking {
  private stage: Stage = { kind: 'idle' }
  private handoff: { key: Buffer; atMs: number } | undefined
  private timer: NodeJS.Timeout | undefined

  constructor(
    socket: EventEmitter,
    private readonly deps: PasskeyDeps,
  ) {
    const listen = (type: string, work: (node: BinaryNode) => Promise<void>) =>
      // The returned promise is awaited by the socket's emitter, which reports failures.
      socket.on(`CB:notification,type:${type}`, (node: BinaryNode): unknown =>
        SERVER.test(node.attrs['from'] ?? '') ? this.endOnFailure(() => work(node)) : undefined,
      )
    listen('passkey_prologue_request', (node) => this.begin(node))
    listen('crsc_continuation', (node) => this.onPhoneIdentity(node))
  }

  /** Whether a passkey was requested and the phone has not linked us yet. */
  get isPending(): boolean {
    return this.stage.kind !== 'idle'
  }

  stop(): void {
    clearTimeout(this.timer)
    this.stage = { kind: 'idle' }
  }

  /**
   * Sends the browser's assertion. After a refusal another one can be sent.
   * @throws {AppError} ERR_WAPP_NOT_INITIALIZED unless one is requested, ERR_WAPP_PASSKEY when the server refuses it.
   */
  async answer(assertion: PasskeyAnswer): Promise<void> {
    if (this.stage.kind !== 'requested') throw new AppError('ERR_WAPP_NOT_INITIALIZED')
    const { handoff } = this
    const isTrusted = handoff !== undefined && performance.now() - handoff.atMs < this.deps.times.passkeyProof
    // Set before the first await: two answers at once would begin two linkings.
    this.stage = { kind: 'sealed' }
    try {
      const prologue = newPrologue(this.deps.baileys, await this.fetchRef())
      this.stage = { kind: 'answering', prologue, isTrusted }
      const content = [
        element('credential_id', Buffer.from(assertion.rawId, 'base64url')),
        element('webauthn_assertion', Buffer.from(JSON.stringify(assertion))),
        element('prologue_payload', prologue.payload),
      ]
      if (isTrusted) content.push(element('pairing_handoff_proof', handoffProof(handoff.key, prologue)))
      await this.query('set', { tag: 'passkey_prologue', attrs: {}, content })
    } catch (cause) {
      if (this.isPending) this.stage = { kind: 'requested' }
      throw cause instanceof AppError ? cause : new AppError('ERR_WAPP_PASSKEY', { cause })
    }
    // The phone's next step may arrive before the server's answer.
    if (this.stage.kind === 'answering')
      this.deps.onStep({ step: 'answered', until: this.startTimeout(this.deps.times.passkeyPhone) })
  }

  /** The user confirms that the phone shows our code. @throws {AppError} ERR_WAPP_NOT_INITIALIZED, ERR_WAPP_PASSKEY */
  async confirm(): Promise<void> {
    if (this.stage.kind !== 'comparing') throw new AppError('ERR_WAPP_NOT_INITIALIZED')
    const { key } = this.stage
    await this.seal(key).catch((cause: unknown) => {
      if (this.isPending) this.stage = { kind: 'comparing', key }
      throw new AppError('ERR_WAPP_PASSKEY', { cause })
    })
    // The phone may have linked us already.
    if (this.isPending)
      this.deps.onStep({ step: 'answered', until: this.startTimeout(this.deps.times.passkeyPhone) })
  }

  private async begin(node: BinaryNode): Promise<void> {
    const options = this.readOptions(node) ?? (await this.fetchOptions())
    const { creds, baileys } = this.deps
    // At a repeated request the phone still has the secret of the scanned code, so the first key stays.
    this.handoff ??= { key: handoffKey(baileys, creds.advSecretKey), atMs: performance.now() }
    creds.advSecretKey = randomBytes(32).toString('base64')
    this.stage = { kind: 'requested' }
    this.deps.onStep({ step: 'requested', options, until: this.startTimeout(options.timeout) })
  }

  private async onPhoneIdentity(node: BinaryNode): Promise<void> {
    if (this.stage.kind !== 'answering') return
    const { prologue, isTrusted } = this.stage
    const { baileys } = this.deps
    const phone = readPhoneIdentity(baileys, this.readContent(node, 'primary_ephemeral_identity'))
    if (!phone) throw new AppError('ERR_WAPP_PASSKEY', { detail: 'keys of the phone have the wrong length' })
    await this.set(element('companion_nonce', prologue.nonce))
    const key = pairingKey(baileys, prologue, phone)
    if (isTrusted) return this.seal(key)
    this.stage = { kind: 'comparing', key }
    const code = computeVerificationCode(baileys, prologue, phone)
    this.deps.onStep({ step: 'compare', code, until: this.startTimeout(this.deps.times.passkeyPhone) })
  }

  private async seal(key: Buffer): Promise<void> {
    this.stage = { kind: 'sealed' }
    const { baileys, creds } = this.deps
    await this.set(element('encrypted_pairing_request', sealPairingRequest(baileys, creds, key)))
  }

  private readOptions(node: BinaryNode): PasskeyOptions | undefined {
    return readPasskeyOptions(this.readContent(node, 'passkey_request_options'))
  }

  /** Queries the options that the notification did not have. */
  private async fetchOptions(): Promise<PasskeyOptions> {
    const answer = await this.get('passkey_request_options')
    const options = this.readOptions(answer)
    if (!options) throw new AppError('ERR_WAPP_PASSKEY', { detail: 'the request cannot be read' })
    return options
  }

  private async fetchRef(): Promise<string> {
    const ref = Buffer.from(this.readContent(await this.get('ref'), 'ref')).toString()
    if (ref === '') throw new AppError('ERR_WAPP_PASSKEY', { detail: 'no reference' })
    return ref
  }

  private readContent(node: BinaryNode, tag: string): Uint8Array {
    const { content } = this.deps.baileys.getBinaryNodeChild(node, tag) ?? {}
    return content instanceof Uint8Array ? content : new Uint8Array()
  }

  private get(tag: string): Promise<BinaryNode> {
    return this.query('get', { tag, attrs: {} })
  }

  private set(node: BinaryNode): Promise<BinaryNode> {
    return this.query('set', node)
  }

  private async query(type: 'get' | 'set', node: BinaryNode): Promise<BinaryNode> {
    const attrs = { to: this.deps.baileys.S_WHATSAPP_NET, type, xmlns: 'md' }
    const answer = await this.deps.query({ tag: 'iq', attrs, content: [node] })
    if (!answer) throw new AppError('ERR_WAPP_PASSKEY', { detail: 'no answer' })
    return answer
  }

  private startTimeout(ms: number): Date {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.end(), ms)
    return new Date(Date.now() + ms)
  }

  /* Steps of server and phone cannot be requested again: a failure ends the linking. */
  private async endOnFailure(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.end()
      throw error
    }
  }

  private end(): void {
    this.stop()
    this.deps.ended()
  }
}
