import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createInflate } from 'node:zlib'

import type { proto } from '@whiskeysockets/baileys'

import type { ReceivedMessage } from '../received-message'
import type { BaileysModule } from '../load-baileys'
import type { MediaHosts } from '../media-hosts'
import { download } from '../media-transfer'
import type { InTurn } from '../reading-turns'
import { HistoryIntake, type HistoryTarget } from './history-intake'
import { HistoryReader } from './history-reader'
import { spool, type Spooled } from './spool'

type Notification = proto.Message.IHistorySyncNotification

/** The reference to a part of the history, if the message has one. Accepted from our own phone only. */
export const findHistoryPart = ({ sender, content }: Pick<ReceivedMessage, 'sender' | 'content'>) =>
  sender.isOurs ? (content.protocolMessage?.historySyncNotification ?? undefined) : undefined

export interface HistoryDeps {
  baileys: BaileysModule
  hosts: MediaHosts
  target: HistoryTarget
  inTurn: InTurn
  wantsMessages: boolean
  /** Seconds since 1970; older messages are ignored. */
  since(): number
  firstRetryMs: number
  /** A part of the history was abandoned after MAX_TRIES. */
  onGiveUp(error: unknown): void
}

const MAX_TRIES = 5
/** Bytes inflated and read in one turn. */
const SLICE_BYTES = 64 * 1024
/* A file that inflates to more is rejected. */
const MAX_BYTES = 4 * 1024 ** 3

/** The file or its host is at fault, not the processing of its contents here. */
class Unreadable extends Error {
  constructor(override readonly cause: unknown) {
    super('a part of the history cannot be read')
  }
}

/**
 * Reads a phone's history, part by part. The library would inflate and decode a part
 * as a whole, which blocks every session of the process and takes twenty times its
 * size in memory (WhiskeySockets/Baileys Utils/history.js, 7.0.0-rc14; #2333).
 */
export class History {
  private readonly ending = new AbortController()

  constructor(private readonly deps: HistoryDeps) {}

  /**
   * Resolves when the gateway has recorded everything in it, or when it was abandoned. Idempotent.
   * @throws the gateway's error when it refuses an item, and when the socket has ended
   */
  async take(notification: Notification): Promise<void> {
    const { signal } = this.ending
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.read(notification)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof Unreadable)) throw error
        if (tries === MAX_TRIES) return this.deps.onGiveUp(error.cause)
        await pause(this.deps.firstRetryMs * 4 ** (tries - 1), undefined, { signal })
      }
    }
  }

  /** Aborts; the part that is being read is read again over the next socket. */
  stop(): void {
    this.ending.abort()
  }

  private async read(notification: Notification): Promise<void> {
    const { baileys, target, since, wantsMessages, inTurn } = this.deps
    const file = await this.fetch(notification)
    try {
      const intake = new HistoryIntake(baileys, target, since())
      const reader = new HistoryReader(wantsMessages)
      for await (const chunk of this.inflate(file))
        await inTurn(async () => {
          this.ending.signal.throwIfAborted()
          for (const item of parse(() => reader.push(chunk))) await intake.take(item)
        })
      parse(() => reader.end())
      await inTurn(() => intake.flush())
    } finally {
      await file.remove()
    }
  }

  private async fetch(notification: Notification): Promise<Spooled> {
    try {
      return await spool(await this.openContent(notification), this.ending.signal)
    } catch (error) {
      throw new Unreadable(error)
    }
  }

  private async openContent(notification: Notification): Promise<Readable> {
    const { initialHistBootstrapInlinePayload: inline, directPath } = notification
    if (inline?.length) return Readable.from(slice(inline))
    const base64 = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('base64')
    return download(this.deps.baileys, this.deps.hosts, {
      type: 'md-msg-hist',
      directPath: directPath ?? '',
      mediaKey: base64(notification.mediaKey),
      fileSha256: base64(notification.fileSha256),
      fileEncSha256: base64(notification.fileEncSha256),
    })
  }

  private async *inflate(file: Spooled): AsyncGenerator<Buffer> {
    const inflate = createInflate({ chunkSize: SLICE_BYTES })
    const inflated = pipeline(file.open(), inflate, { signal: this.ending.signal })
    // The loop below throws the stream's error.
    inflated.catch(() => undefined)
    let bytes = 0
    try {
      for await (const chunk of inflate as AsyncIterable<Buffer>) {
        bytes += chunk.length
        if (bytes > MAX_BYTES) throw new Error('a history of such a size')
        yield chunk
      }
    } catch (error) {
      throw new Unreadable(error)
    }
  }
}

function parse<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Unreadable(error)
  }
}

function* slice(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES)
}
