import type { Readable } from 'node:stream'

import { keepDigits } from '@balcao/contracts'
import { AppError, MINUTE, readRecords, readText, type Clock, type JsonObject } from '@balcao/kernel'

import type { CloudCredentials } from '../../../features/cloud-accounts/cloud-api.port'
import type {
  Address,
  DriverSession,
  NumberCheck,
  OutboundMessage,
  OutboundReaction,
  Refusal,
  SessionRequest,
} from '../../../features/whatsapp-driver'
import { sessionsLog } from '../../../logger'
import { WorkLoop } from '../../../work-loop'
import { buildMessage, buildReaction, buildReadMark, isOfPhone } from './build-message'
import { wasNeverSent, type GraphAnswer, type GraphClient } from './graph-client'
import { askNumber, tellNumber, toCloudNumber } from './graph-cloud-api'
import { mapGraphError, type GraphError } from './graph-errors'
import { UploadedFiles } from './uploaded-files'

/** How often the number is asked for while all is well, and after Graph could not be reached. */
export interface CloudTimes {
  checkMs: number
  retryMs: number
}

export interface CloudSessionDeps {
  client: GraphClient
  times: CloudTimes
  clock: Clock
}

export const cloudTimes: CloudTimes = { checkMs: 10 * MINUTE, retryMs: MINUTE / 6 }

/* The contacts come first: without them Meta gives no history. */
const PHONE_DATA = ['smb_app_state_sync', 'history'] as const

const notOffered = <T>(): Promise<T> => Promise.reject(new AppError('ERR_WAPP_NOT_OFFERED'))

const sessionOver = (cause?: unknown) =>
  new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: 'Graph did not take it', cause })

/** Sends for a number of the official API. Holds no socket: it is open while Graph takes the credentials. */
export class CloudSession implements DriverSession {
  private isOver = false
  private isConnected = false
  /** What Graph last answered about the number. */
  private reported = ''
  private hasAskedOfPhone = false
  private readonly uploaded: UploadedFiles
  private readonly calls = new Set<Promise<unknown>>()
  private readonly ending = new AbortController()
  private readonly loop: WorkLoop

  constructor(
    private readonly deps: CloudSessionDeps,
    private readonly credentials: CloudCredentials,
    private readonly request: SessionRequest,
  ) {
    this.uploaded = new UploadedFiles(deps.clock)
    this.loop = new WorkLoop(
      () => this.check(),
      (error) => {
        this.log('the number could not be asked for', error)
        return deps.times.retryMs
      },
    )
    this.loop.nudge()
  }

  /** Always 0: what came waits in rows. */
  lag(): number {
    return 0
  }

  async send(message: OutboundMessage): Promise<void> {
    const mediaId = message.media ? await this.upload(message) : ''
    if (mediaId === undefined) return this.request.callbacks.rejected(message.waId, 'refused')
    const refusal = await this.post(message.waId, buildMessage(message, mediaId))
    // The other refusals have nothing to do with the file.
    if (refusal === 'refused' && message.media) this.uploaded.forget(message.media.key)
  }

  async react(reaction: OutboundReaction): Promise<void> {
    await this.post(reaction.waId, buildReaction(reaction))
  }

  async typing({ chat, isTyping }: { chat: Address; isTyping: boolean }): Promise<void> {
    // It ends by itself, or with the message.
    if (!isTyping) return
    const last = await this.request.findLastReceived(chat)
    if (last) await this.mark(last.waId, true)
  }

  async readMarks({ waIds }: { waIds: readonly string[] }): Promise<void> {
    // The last one marks those before it.
    const last = waIds.at(-1)
    if (last !== undefined) await this.mark(last)
  }

  fetchMedia(reference: unknown): Promise<Readable> {
    const isOurs = typeof reference === 'object' && reference !== null && 'mediaId' in reference
    return isOurs
      ? this.deps.client.download(this.credentials, String(reference.mediaId))
      : Promise.reject(new AppError('ERR_WAPP_DOWNLOAD_MEDIA', { detail: 'not a reference of Meta' }))
  }

  /* What the capabilities say the official API does not have. */
  revoke = notOffered<void>
  edit = notOffered<void>
  requestFromPhone = notOffered<void>
  checkNumber = notOffered<NumberCheck>
  group = notOffered<never>
  pairingCode = notOffered<string>
  answerPasskey = notOffered<void>
  confirmPasskey = notOffered<void>

  picture(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  /** The credentials stay: a person disconnected the number, Meta did not. */
  logout(): Promise<void> {
    return Promise.resolve()
  }

  async close(): Promise<void> {
    this.isOver = true
    // A message that is under way ends without an answer: a receipt tells whether it went.
    this.ending.abort()
    await Promise.allSettled(this.calls)
    await this.loop.stop()
  }

  private async check(): Promise<number | undefined> {
    if (this.isOver) return undefined
    const answer = await this.track(askNumber(this.deps.client, this.credentials, this.ending.signal))
    if (answer.kind === 'error') return this.onCheckRefused(answer.error)
    if (!this.isConnected) {
      const number = keepDigits(toCloudNumber(answer.body).displayNumber)
      await this.request.callbacks.session({ kind: 'connected', number })
    }
    this.isConnected = true
    await this.report(answer.body)
    if (answer.body.is_on_biz_app === true && !this.hasAskedOfPhone) await this.askOfPhone()
    return this.deps.times.checkMs
  }

  /*
   * What the webhook brings of a number in use with the WhatsApp Business app too. Meta takes each request once, within 24 hours of the sign-up
   * (embedded-signup/onboarding-business-app-users, 20 March 2026), so that later sessions are refused and the first one counts.
   */
  private async askOfPhone(): Promise<void> {
    const { credentials, ending } = this
    for (const asked of PHONE_DATA) {
      const path = `${credentials.phoneNumberId}/smb_app_data`
      const body = { messaging_product: 'whatsapp', sync_type: asked }
      const answer = await this.track(
        this.deps.client.call(credentials, { method: 'POST', path, body, signal: ending.signal }),
      )
      if (answer.kind === 'done') continue
      const { code, status } = answer.error
      const { connectionId } = this.request
      sessionsLog.info({ connectionId, asked, code, status }, 'Graph does not send what the phone knows')
    }
    this.hasAskedOfPhone = true
  }

  /* Most answers are as the one before. */
  private async report(body: JsonObject): Promise<void> {
    const answered = JSON.stringify(body)
    if (answered === this.reported) return
    await tellNumber(this.request.callbacks, body)
    this.reported = answered
  }

  /* An id that no longer exists is refused as a wrong parameter: others must be entered, too. */
  private async onCheckRefused(error: GraphError): Promise<number | undefined> {
    const meaning = mapGraphError(error)
    const isTemporary =
      meaning.kind === 'unsure' || (meaning.kind === 'refusal' && meaning.refusal === 'too-fast')
    if (isTemporary) return this.deps.times.retryMs
    await this.refuseCredentials(error)
    return undefined
  }

  private async refuseCredentials({ code, status }: GraphError): Promise<void> {
    if (this.isOver) return
    this.isOver = true
    sessionsLog.warn(
      { connectionId: this.request.connectionId, code, status },
      'Graph does not take the credentials',
    )
    await this.request.callbacks.session({ kind: 'closed', reason: 'credentials-refused' })
  }

  /** The file's id; undefined when Graph does not take the file. @throws {AppError} ERR_WAPP_NOT_INITIALIZED to try again */
  private async upload(message: OutboundMessage): Promise<string | undefined> {
    const { media } = message
    if (!media) return ''
    const { key, name, mimeType, sizeBytes } = media
    const known = this.uploaded.find(key)
    if (known !== undefined) return known
    const answer = await this.reach(
      () =>
        this.deps.client.upload(this.credentials, { name, mimeType, sizeBytes, open: () => media.open() }),
      true,
    )
    if (answer.kind === 'done') {
      const id = readText(answer.body.id)
      this.uploaded.add(key, id)
      return id
    }
    const meaning = mapGraphError(answer.error)
    if (meaning.kind === 'credentials') await this.refuseCredentials(answer.error)
    // Nothing of the message was sent, whatever became of the file.
    if (meaning.kind !== 'refusal') throw sessionOver()
    this.log(`a file was refused (${answer.error.code})`, undefined)
    return undefined
  }

  /** Why Graph did not take it; undefined when it did. */
  private async post(waId: string, body: JsonObject): Promise<Refusal | undefined> {
    const { callbacks } = this.request
    const answer = await this.reach(() => this.callMessages(body), false)
    if (answer.kind === 'done') {
      const [message] = readRecords(answer.body.messages)
      await callbacks.accepted(waId, readText(message?.id) || undefined)
      return undefined
    }
    const meaning = mapGraphError(answer.error)
    if (meaning.kind === 'refusal') {
      await callbacks.rejected(waId, meaning.refusal)
      return meaning.refusal
    }
    if (meaning.kind === 'unsure') throw new AppError('ERR_UNAVAILABLE', { detail: `${answer.error.code}` })
    await this.refuseCredentials(answer.error)
    throw sessionOver()
  }

  /* Best effort: a mark that does not arrive holds up no message. */
  private async mark(waId: string, isTyping = false): Promise<void> {
    if (isOfPhone(waId)) return
    try {
      const answer = await this.callMessages(buildReadMark(waId, isTyping))
      if (answer.kind === 'error') this.log(`a read mark was refused (${answer.error.code})`, undefined)
    } catch (error) {
      if (!isNetworkError(error)) throw error
      this.log('a read mark was not sent', error)
    }
  }

  private callMessages(body: JsonObject): Promise<GraphAnswer> {
    const path = `${this.credentials.phoneNumberId}/messages`
    const { signal } = this.ending
    return this.track(this.deps.client.call(this.credentials, { method: 'POST', path, body, signal }))
  }

  private async track<T>(call: Promise<T>): Promise<T> {
    this.calls.add(call)
    try {
      return await call
    } finally {
      this.calls.delete(call)
    }
  }

  /* @param isHarmless a repeat does no harm: any failure is as if nothing had been sent. */
  private async reach(work: () => Promise<GraphAnswer>, isHarmless: boolean): Promise<GraphAnswer> {
    if (this.isOver) throw sessionOver()
    try {
      return await work()
    } catch (error) {
      if (wasNeverSent(error) || (isHarmless && isNetworkError(error))) throw sessionOver(error)
      throw error
    }
  }

  private log(what: string, error: unknown): void {
    sessionsLog.warn({ connectionId: this.request.connectionId, err: error }, what)
  }
}

const isNetworkError = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'ERR_UNAVAILABLE' || error.code === 'ERR_DEADLINE')
