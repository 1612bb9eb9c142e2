import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'

import type { CompanyId } from '@balcao/contracts'
import { FairSlots, SECOND } from '@balcao/kernel'

import type {
  DocumentInput,
  MediaPreviews,
  PictureInput,
  PicturePreview,
  SoundInput,
  VideoInput,
} from '../../features/whatsapp-driver/media-previews.port'
import { pickPackets } from './draw-bars'
import { readFirstFrame } from './ffmpeg-frame'
import { mediaSignals } from './media-signals'
import type { MediaAnswer, MediaTask, Preparation } from './media-task'
import { detectPictureType, isPdf, type PictureType } from './picture-type'

/** Up to 200 MB while decoding: 4 bytes a pixel in the codec and 4 in the copy that it returns. */
const MAX_PIXELS = 25_000_000

export interface WorkerLimits {
  /** Until the thread has started and loaded what a task needs: our programs, not the file, are slow then. */
  startMs: number
  /** A task that takes longer is ended together with its thread. */
  taskMs: number
  /** A task that has waited longer is skipped. */
  waitMs: number
  /** Tasks of a company that wait; more are skipped. */
  waitingPerCompany: number
  /** A thread without a task ends after this time and releases its memory. */
  idleMs: number
}

const defaultLimits: WorkerLimits = {
  startMs: 30 * SECOND,
  taskMs: 5 * SECOND,
  waitMs: 10 * SECOND,
  waitingPerCompany: 50,
  idleMs: 10 * SECOND,
}

/** The thread's entry file, and Node's arguments for it. */
export interface ThreadProgram {
  file: string
  execArgv: string[]
}

const builtThread: ThreadProgram = { file: path.join(__dirname, 'media-thread.js'), execArgv: [] }

interface Rules {
  /** Width and height from an image's first bytes. */
  imageSize(mimeType: PictureType, head: Buffer): { width: number; height: number } | undefined
}

/** The programs that decode media. */
export interface MediaPrograms {
  thread?: ThreadProgram
  /** Path of ffmpeg; without it videos have no thumbnails. */
  ffmpeg?: string
}

const toPreparation = (task: MediaTask): Preparation => ({
  kind: 'prepare',
  for: task.kind,
  ...(task.kind === 'picture' && { type: task.type }),
})

/** One task at a time, so memory is bounded by one file; companies go round. The thread starts with the first task that is no video. */
export class WorkerMediaPreviews implements MediaPreviews {
  private readonly slots: FairSlots<CompanyId>
  private thread: Worker | undefined
  private idle: NodeJS.Timeout | undefined

  constructor(
    private readonly rules: Rules,
    private readonly programs: MediaPrograms = {},
    private readonly limits: WorkerLimits = defaultLimits,
  ) {
    this.slots = new FairSlots({
      atOnce: 1,
      atOncePerKey: 1,
      waitingPerKey: limits.waitingPerCompany,
    })
  }

  picture({ companyId, read, maxSide }: PictureInput): Promise<PicturePreview | undefined> {
    return this.inSlot(companyId, 'picture', async () => {
      const bytes = await read()
      const type = bytes && detectPictureType(bytes)
      if (!bytes || !type) {
        if (bytes) mediaSignals.unknownFormat('picture')
        else mediaSignals.tooLarge('picture')
        return undefined
      }
      const size = this.rules.imageSize(type, bytes)
      // Checked by the header, before decoding: a PNG of 30,000 × 30,000 pixels can be a few kilobytes long.
      if (!size || size.width * size.height > MAX_PIXELS) {
        mediaSignals.tooLarge('picture')
        return undefined
      }
      const answer = await this.ask({ kind: 'picture', type, bytes, maxSide })
      if (answer?.kind !== 'picture') return undefined
      return { ...answer, thumbnail: Buffer.from(answer.thumbnail) }
    })
  }

  document({ companyId, read, maxSide }: DocumentInput): Promise<Buffer | undefined> {
    return this.inSlot(companyId, 'document', async () => {
      const bytes = await read()
      if (!bytes || !isPdf(bytes)) {
        if (bytes) mediaSignals.unknownFormat('document')
        else mediaSignals.tooLarge('document')
        return undefined
      }
      const answer = await this.ask({ kind: 'document', bytes, maxSide })
      return answer?.kind === 'document' ? Buffer.from(answer.thumbnail) : undefined
    })
  }

  waveform({ companyId, packets, channels }: SoundInput): Promise<Uint8Array | undefined> {
    return this.inSlot(companyId, 'sound', async () => {
      // Other channel counts have more than one stream (RFC 7845, 5.1.1); voice notes have one.
      if (packets.length === 0 || (channels !== 1 && channels !== 2)) return undefined
      const answer = await this.ask({ kind: 'sound', parts: pickPackets(packets), channels })
      return answer?.kind === 'sound' ? answer.waveform : undefined
    })
  }

  async video({ companyId, save, maxSide }: VideoInput): Promise<Buffer | undefined> {
    const { ffmpeg } = this.programs
    if (!ffmpeg) return undefined
    return this.inSlot(companyId, 'video', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'balcao-video-'))
      try {
        const file = path.join(folder, 'video')
        if (await save(file)) return await this.firstFrame(ffmpeg, file, maxSide)
        mediaSignals.tooLarge('video')
        return undefined
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
  }

  private async firstFrame(ffmpeg: string, file: string, maxSide: number): Promise<Buffer | undefined> {
    try {
      const frame = await readFirstFrame(ffmpeg, file, { maxSide, timeoutMs: this.limits.taskMs })
      if (detectPictureType(frame) !== 'image/jpeg') throw new Error('ffmpeg wrote no JPEG')
      mediaSignals.made('video')
      return frame
    } catch (error) {
      mediaSignals.failed('video', error)
      return undefined
    }
  }

  /** Ends the thread and the task that it runs. */
  async close(): Promise<void> {
    clearTimeout(this.idle)
    const { thread } = this
    this.thread = undefined
    await thread?.terminate()
  }

  private async inSlot<T>(
    companyId: CompanyId,
    kind: MediaTask['kind'] | 'video',
    work: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const since = performance.now()
    if (this.slots.isFull(companyId)) return this.skip(kind)
    const release = await this.slots.take(companyId)
    try {
      return performance.now() - since <= this.limits.waitMs ? await work() : this.skip(kind)
    } finally {
      release()
    }
  }

  private skip(kind: MediaTask['kind'] | 'video'): undefined {
    mediaSignals.waitedTooLong(kind)
    return undefined
  }

  private async ask(task: MediaTask): Promise<MediaAnswer | undefined> {
    clearTimeout(this.idle)
    const thread = (this.thread ??= this.startThread())
    try {
      await exchange(thread, toPreparation(task), this.limits.startMs)
      const answer = (await exchange(thread, task, this.limits.taskMs)) as MediaAnswer
      mediaSignals.made(task.kind)
      this.idle = setTimeout(() => void this.close(), this.limits.idleMs).unref()
      return answer
    } catch (error) {
      // Also after a file that the codec refused: the state of the codec's memory is undefined after an exception.
      mediaSignals.failed(task.kind, error)
      await this.close()
      return undefined
    }
  }

  private startThread(): Worker {
    const { file, execArgv } = this.programs.thread ?? builtThread
    const thread = new Worker(file, { execArgv, stdout: true, stderr: true })
    thread.unref()
    // The codecs print file errors to stdout and stderr; `mediaSignals` reports the outcome instead.
    thread.stdout.resume()
    thread.stderr.resume()
    // An error between two tasks rejects no promise: the next task starts another thread.
    thread.on('error', () => {
      if (this.thread === thread) this.thread = undefined
    })
    return thread
  }
}

/* What the thread answers. @throws what ended the thread, and when it takes too long. */
async function exchange(thread: Worker, asked: Preparation | MediaTask, withinMs: number): Promise<unknown> {
  thread.postMessage(asked)
  const [answer] = (await once(thread, 'message', { signal: AbortSignal.timeout(withinMs) })) as [unknown]
  return answer
}
