import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'

import {
  AppError,
  type ServicePorts,
  type Session,
  type SessionDirectory,
  type TokenVerifier,
  type VerifiedMedia,
} from '@balcao/kernel'
import express, { type Request, type Response, type Router } from 'express'

import { readBearerToken, assertNotPastDue } from '../http/access'
import { sendError } from '../http/answers'
import { parseByteRange } from './byte-range'
import { MEDIA_PATH, PROGRAM_MEDIA_PATH } from './signed-links'

/** Ports of the media router. */
export interface MediaPorts extends Pick<ServicePorts, 'blobs' | 'clock' | 'mediaLinks' | 'mediaCookies'> {
  sessions: Pick<SessionDirectory, 'resolve'>
  tokens: Pick<TokenVerifier, 'verify'>
}

/* Every failure has the same answer, so that a link does not reveal whether its object exists. */
const noMedia = () => new AppError('ERR_NOT_FOUND')

/** RFC 6266: an ASCII name for old clients and the UTF-8 name. */
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
  // Cached by the browser only, and revalidated each time: access ends with the session.
  response.setHeader('cache-control', 'private, no-cache')
  response.setHeader('etag', computeEtag(media.key))
  response.setHeader('accept-ranges', 'bytes')
}

/* The object of a key never changes. */
const computeEtag = (key: string): string => `"${createHash('sha256').update(key).digest('base64url')}"`

/* RFC 9110, 13.1.5: a range is only useful for the version that the client has. */
const readRangeHeader = ({ headers }: Request, media: VerifiedMedia): string | undefined => {
  const condition = headers['if-range']
  return condition === undefined || condition === computeEtag(media.key) ? headers.range : undefined
}

/** By access token (programs) or cookie (pages). @throws {AppError} without a living session. */
async function resolveReader(ports: MediaPorts, request: Request): Promise<Session> {
  const token = readBearerToken(request)
  const claims =
    token === undefined ? ports.mediaCookies.read(request.headers.cookie) : await ports.tokens.verify(token)
  if (!claims) throw new AppError('ERR_UNAUTHORIZED')
  const session = await ports.sessions.resolve(claims)
  assertNotPastDue(session, ports.clock)
  return session
}

const isPlainText = (value: unknown): value is string => typeof value === 'string'

function linkedMedia({ mediaLinks }: MediaPorts, request: Request): VerifiedMedia | undefined {
  // The raw path: keys never need decoding.
  const [path = ''] = request.originalUrl.split('?')
  const query = Object.fromEntries(
    Object.entries(request.query).filter((entry): entry is [string, string] => isPlainText(entry[1])),
  )
  return mediaLinks.verify(path, query)
}

/* A session of the link's company; a link for programs counts by itself. */
async function readLinked(ports: MediaPorts, request: Request): Promise<VerifiedMedia | undefined> {
  if (request.path.startsWith(PROGRAM_MEDIA_PATH)) return linkedMedia(ports, request)
  const { companyId } = await resolveReader(ports, request)
  const media = linkedMedia(ports, request)
  return media?.needsSession && media.companyId === companyId ? media : undefined
}

async function serveMedia(ports: MediaPorts, request: Request, response: Response): Promise<void> {
  const media = await readLinked(ports, request)
  const info = media && (await ports.blobs.info(media.key))
  if (!media || !info) throw noMedia()
  setHeaders(response, media)
  if (request.fresh) {
    response.status(304).end()
    return
  }
  const range = parseByteRange(readRangeHeader(request, media), info.sizeBytes)
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
  'etag',
  'accept-ranges',
  'content-length',
  'content-range',
]

/**
 * GET and HEAD of signed media links, with ranges: for living sessions of the link's company, and for programs by links of an hour.
 * Sandboxed, no sniffing; 401 without a session where one is needed, the same 404 for every other failure.
 */
export function mediaRouter(ports: MediaPorts): Router {
  const router = express.Router({ caseSensitive: true })
  for (const path of [MEDIA_PATH, PROGRAM_MEDIA_PATH])
    router.get(`${path}*key`, async (request, response) => {
      response.locals.route = `${path}:key`
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
