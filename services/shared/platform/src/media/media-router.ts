import { pipeline } from 'node:stream/promises'

import { AppError, type BlobStore, type MediaLinks, type VerifiedMedia } from '@balcao/kernel'
import express, { type Request, type Response, type Router } from 'express'

import { sendError } from '../http/answers'
import { byteRangeOf } from './byte-range'
import { MEDIA_PATH } from './signed-links'

const DAY_SECONDS = 86_400

/* Every failure looks the same: a link does not tell whether its object exists. */
const noMedia = () => new AppError('ERR_NOT_FOUND')

/** RFC 6266: an ASCII name for old readers and the real one. */
function dispositionHeader({ disposition, name }: VerifiedMedia): string {
  if (!name) return disposition
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

function setHeaders(response: Response, media: VerifiedMedia): void {
  response.setHeader(
    'content-type',
    media.mimeType === 'text/plain' ? 'text/plain; charset=utf-8' : media.mimeType,
  )
  response.setHeader('content-disposition', dispositionHeader(media))
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('content-security-policy', "sandbox; default-src 'none'")
  response.setHeader('cache-control', `private, max-age=${DAY_SECONDS}, immutable`)
  response.setHeader('accept-ranges', 'bytes')
}

const isPlainText = (value: unknown): value is string => typeof value === 'string'

async function serveMedia(
  ports: { blobs: BlobStore; mediaLinks: MediaLinks },
  request: Request,
  response: Response,
): Promise<void> {
  // The raw path: anything a decoder would have to touch is not a key of ours.
  const [path = ''] = request.originalUrl.split('?')
  const query = Object.fromEntries(
    Object.entries(request.query).filter((entry): entry is [string, string] => isPlainText(entry[1])),
  )
  const media = ports.mediaLinks.verify(path, query)
  const info = media && (await ports.blobs.info(media.key))
  if (!media || !info) throw noMedia()
  const range = byteRangeOf(request.headers.range, info.sizeBytes)
  setHeaders(response, media)
  if (range === 'unsatisfiable') {
    response.status(416).setHeader('content-range', `bytes */${info.sizeBytes}`)
    response.end()
    return
  }
  if (range)
    response.status(206).setHeader('content-range', `bytes ${range.start}-${range.end}/${info.sizeBytes}`)
  response.setHeader('content-length', range ? range.end - range.start + 1 : info.sizeBytes)
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  const content = await ports.blobs.get(media.key, range)
  if (!content) throw noMedia()
  await pipeline(content, response)
}

const isGone = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

const mediaHeaders = [
  'content-type',
  'content-disposition',
  'content-security-policy',
  'cache-control',
  'accept-ranges',
  'content-length',
  'content-range',
]

/** GET and HEAD of signed media links, with ranges. Sandboxed, never sniffed; every failure is the same 404. */
export function mediaRouter(ports: { blobs: BlobStore; mediaLinks: MediaLinks }): Router {
  const router = express.Router({ caseSensitive: true })
  router.get(`${MEDIA_PATH}*key`, async (request, response) => {
    response.locals.route = `${MEDIA_PATH}:key`
    try {
      await serveMedia(ports, request, response)
    } catch (error) {
      if (isGone(error)) return
      if (!response.headersSent) for (const name of mediaHeaders) response.removeHeader(name)
      await sendError(request, response, error)
    }
  })
  return router
}
