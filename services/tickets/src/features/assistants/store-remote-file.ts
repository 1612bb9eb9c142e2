import { Readable } from 'node:stream'

import type { CompanyId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { AppError, extensionOf, mediaKey, sanitizeFileName, type OutgoingHttp } from '@balcao/kernel'

import type { MessageDeps } from '../messages'

export interface RemoteFileDeps extends Pick<MessageDeps, 'blobs' | 'pendingBlobs' | 'ids' | 'clock'> {
  /** At most as large as an upload. */
  fileHttp: OutgoingHttp
  /** The type of a file, from its first bytes. */
  identify(head: Buffer, isWhole: boolean): string
}

const HEAD_BYTES = 4_100
const MOST_REDIRECTS = 3
const HEADERS = { 'user-agent': 'balcao', 'accept-encoding': 'identity' }

/* Of a server that does not give the file. */
const REFUSALS: readonly string[] = [
  'ERR_URL_NOT_ALLOWED',
  'ERR_DEADLINE',
  'ERR_UNAVAILABLE',
  'ERR_MEDIA_TOO_LARGE',
]

/* Pages, and text of any kind: HTML is text here. */
const isPage = (mimeType: string): boolean =>
  mimeType === 'text/plain' || mimeType === 'application/octet-stream'

/* Each redirect is a request of its own, whose address is checked like the first. */
async function open(
  http: OutgoingHttp,
  link: string,
  signal: AbortSignal,
): Promise<{ url: URL; body: Readable }> {
  let url = http.check(link)
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const { status, headers, body } = await http.send(url, {
      headers: HEADERS,
      signal,
      answersRedirect: true,
    })
    if (status === 200) return { url, body }
    body.on('error', () => undefined).destroy()
    const { location = '' } = headers
    if (status < 300 || status >= 400 || !URL.canParse(location, url.href)) break
    url = new URL(location, url)
  }
  throw new AppError('ERR_UNAVAILABLE', { detail: 'no file there' })
}

/* The first bytes, and a stream of the whole file. */
async function readHead(body: Readable): Promise<{ head: Buffer; isWhole: boolean; whole: Readable }> {
  const rest = body[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>
  const chunks: Buffer[] = []
  let size = 0
  let isWhole = false
  while (size < HEAD_BYTES && !isWhole) {
    const { value, done } = await rest.next()
    isWhole = done === true
    if (isWhole) break
    chunks.push(value as Buffer)
    size += (value as Buffer).length
  }
  const whole = async function* () {
    yield* chunks
    yield* rest
  }
  return { head: Buffer.concat(chunks), isWhole, whole: Readable.from(whole(), { objectMode: false }) }
}

const nameFile = ({ pathname }: URL, mimeType: string): string => {
  const last = pathname.split('/').at(-1) ?? ''
  const name = sanitizeFileName(decodeName(last))
  return name.includes('.') ? name : `${name}.${extensionOf(mimeType)}`
}

function decodeName(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    // A name with a percent sign of its own.
    return encoded
  }
}

async function store(
  deps: RemoteFileDeps,
  companyId: CompanyId,
  mimeType: string,
  content: Readable,
): Promise<{ key: string; sizeBytes: number }> {
  const key = mediaKey({ companyId, mimeType, token: deps.ids.token(16), now: deps.clock.now() })
  await deps.pendingBlobs.expect(companyId, [key])
  try {
    return { key, ...(await deps.blobs.put(key, content)) }
  } catch (error) {
    await deps.pendingBlobs.discard(companyId, [key])
    throw error
  }
}

/**
 * The file of a URL in the blob store, under the type of its bytes; undefined for one that is refused, does not come, is too large, or is a
 * page. Removed a day later unless it is claimed.
 * @throws errors of the blob store
 */
export async function storeRemoteFile(
  deps: RemoteFileDeps,
  companyId: CompanyId,
  link: string,
  signal: AbortSignal,
): Promise<Media | undefined> {
  try {
    const { url, body } = await open(deps.fileHttp, link, signal)
    const { head, isWhole, whole } = await readHead(body)
    const mimeType = deps.identify(head, isWhole)
    if (isPage(mimeType)) {
      body.destroy()
      return undefined
    }
    const stored = await store(deps, companyId, mimeType, whole)
    return { ...stored, name: nameFile(url, mimeType), mimeType, width: 0, height: 0, durationSeconds: 0 }
  } catch (error) {
    if (error instanceof AppError && REFUSALS.includes(error.code)) return undefined
    throw error
  }
}
