import { pipeline, Readable } from 'node:stream'

import type { BlobInfo, BlobStore } from '@balcao/kernel'

import { EngineWatch } from '../telemetry/engine-health'
import { isBlobKey } from './blob-key'
import { openBucket, type Bucket } from './s3-bucket'
import { mapS3Error, isAbsent } from './s3-errors'
import { createSizeLimiter } from './size-limiter'

export interface S3Settings {
  bucket: string
  region: string
  /** Undefined: the endpoint of Amazon's region. */
  endpoint: string | undefined
  /** Undefined: credentials of the machine's role. */
  credentials: { accessKey: string; secretKey: string } | undefined
  /** The bucket is in the path and not in the host's name. */
  isPathStyle: boolean
}

/** The smallest part that S3 accepts. With two parts in flight a write holds some 15 MB, whatever its size. */
const PART_BYTES = 5 * 1024 * 1024
const PARTS_AT_ONCE = 2

/**
 * Media in a bucket. A key holds the whole object or nothing: streams are uploaded in parts that become an object on
 * completion, and a failed write aborts its upload.
 * @throws {AppError} ERR_UNAVAILABLE from each method while the store does not answer.
 */
export const createS3BlobStore = (settings: S3Settings): BlobStore => new S3BlobStore(settings)

class S3BlobStore implements BlobStore {
  private opening: Promise<Bucket> | undefined
  private readonly watch = new EngineWatch('s3')

  constructor(private readonly settings: S3Settings) {}

  async put(key: string, content: Readable | Buffer, limits: { maxBytes?: number } = {}): Promise<BlobInfo> {
    if (!isBlobKey(key)) throw new TypeError(`Not a blob key: ${key}`)
    const gauge = createSizeLimiter(limits.maxBytes)
    const source = Buffer.isBuffer(content) ? Readable.from([content]) : content
    // The source's error explains more than the upload's, which then only aborts.
    let upstream: unknown
    gauge.stream.once('error', (error: unknown) => (upstream = error))
    pipeline(source, gauge.stream, () => undefined)
    try {
      await this.upload(key, gauge.stream)
      this.watch.answered()
      return { sizeBytes: gauge.sizeBytes }
    } catch (error) {
      throw this.failed(upstream ?? error)
    } finally {
      gauge.stream.destroy()
    }
  }

  async get(key: string, range?: { start: number; end: number }): Promise<Readable | undefined> {
    if (!isBlobKey(key)) return undefined
    return this.unlessAbsent(async ({ client, library, name }) => {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client.send(
        new library.GetObjectCommand({ Bucket: name, Key: key, ...(Range && { Range }) }),
      )
      return Body instanceof Readable ? Body : undefined
    })
  }

  async info(key: string): Promise<BlobInfo | undefined> {
    if (!isBlobKey(key)) return undefined
    return this.unlessAbsent(async ({ client, library, name }) => {
      const { ContentLength } = await client.send(new library.HeadObjectCommand({ Bucket: name, Key: key }))
      return { sizeBytes: ContentLength ?? 0 }
    })
  }

  async delete(key: string): Promise<void> {
    if (!isBlobKey(key)) return
    await this.unlessAbsent(async ({ client, library, name }) => {
      await client.send(new library.DeleteObjectCommand({ Bucket: name, Key: key }))
    })
  }

  async *list(folder: string): AsyncIterable<string> {
    if (!isBlobKey(folder)) return
    for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
      const page = await this.listPage(`${folder}/`, token)
      yield* page.keys
      token = page.next
    }
  }

  async deleteFolder(folder: string): Promise<void> {
    if (!isBlobKey(folder)) return
    while (await this.deletePage(`${folder}/`));
  }

  private async listPage(prefix: string, token?: string): Promise<{ keys: string[]; next?: string }> {
    const page = await this.unlessAbsent(({ client, library, name }) =>
      client.send(
        new library.ListObjectsV2Command({
          Bucket: name,
          Prefix: prefix,
          ...(token !== undefined && { ContinuationToken: token }),
        }),
      ),
    )
    const keys = (page?.Contents ?? []).flatMap(({ Key }) => Key ?? [])
    const next = page?.NextContinuationToken
    return next === undefined ? { keys } : { keys, next }
  }

  /** Deletes up to 1,000 objects; false when there were none. */
  private async deletePage(prefix: string): Promise<boolean> {
    const deleted = await this.unlessAbsent(async ({ client, library, name }) => {
      const { Contents = [] } = await client.send(
        new library.ListObjectsV2Command({ Bucket: name, Prefix: prefix }),
      )
      // One by one: deleting several in one request needs a checksum that not every store knows.
      for (const { Key } of Contents)
        await client.send(new library.DeleteObjectCommand({ Bucket: name, Key }))
      return Contents.length
    })
    return (deleted ?? 0) > 0
  }

  private async upload(key: string, content: Readable): Promise<void> {
    const { client, library, name } = await this.bucket()
    const upload = new library.Upload({
      client,
      params: { Bucket: name, Key: key, Body: content },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
      leavePartsOnError: false,
    })
    await upload.done()
  }

  private async unlessAbsent<T>(ask: (bucket: Bucket) => Promise<T>): Promise<T | undefined> {
    try {
      const answer = await ask(await this.bucket())
      this.watch.answered()
      return answer
    } catch (error) {
      if (!isAbsent(error)) throw this.failed(error)
      this.watch.answered()
      return undefined
    }
  }

  private failed(error: unknown): unknown {
    const failure = mapS3Error(error)
    if (failure !== error) this.watch.silent()
    return failure
  }

  private bucket(): Promise<Bucket> {
    return (this.opening ??= openBucket(this.settings))
  }
}
