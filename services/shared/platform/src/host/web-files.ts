import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import type { Request, RequestHandler, Response } from 'express'

import { pageExceptions, upgradesRequests, writePolicy } from '../http/content-security-policy'
import { isNonPagePath } from './service-paths'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

interface Encoding {
  name: 'br' | 'gzip'
  file: string
  sizeBytes: number
}

interface WebFile {
  file: string
  type: string
  sizeBytes: number
  etag: string
  encodings: Encoding[]
}

/* File names with a content hash: their content never changes. */
const HASHED = /^\/assets\/.+-[\w-]{8}\.\w+$/

/* For pages and workers only, and a third of a small file. */
const PAGE_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/* Asked for again at each change of the address otherwise. */
const ICON = /^\/(favicon\.svg|icons\/.+)$/
const A_DAY = 'public, max-age=86400'

function findEncodings(file: string): Encoding[] {
  const candidates: [Encoding['name'], string][] = [
    ['br', `${file}.br`],
    ['gzip', `${file}.gz`],
  ]
  return candidates
    .filter(([, candidate]) => existsSync(candidate))
    .map(([name, candidate]) => ({ name, file: candidate, sizeBytes: statSync(candidate).size }))
}

/* All files are read at start, so a path from outside is a key of a map and never a file name. */
function readFolder(folder: string): Map<string, WebFile> {
  const files = new Map<string, WebFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (!entry.isFile() || /\.(br|gz|map)$/.test(entry.name)) continue
    const url = `/${path.relative(folder, file).split(path.sep).join('/')}`
    if (url.startsWith('/.')) continue
    const etag = `"${createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 22)}"`
    const type = types[path.extname(entry.name)] ?? 'application/octet-stream'
    files.set(url, { file, type, sizeBytes: statSync(file).size, etag, encodings: findEncodings(file) })
  }
  return files
}

const takes = (request: Request, encoding: string): boolean => {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  return new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0+)?\\s*(?:,|$))`, 'i').test(accepted)
}

async function send(request: Request, response: Response, url: string, found: WebFile): Promise<void> {
  response.locals.route = 'web'
  const isForEver = HASHED.test(url)
  response.setHeader(
    'cache-control',
    isForEver ? 'public, max-age=31536000, immutable' : ICON.test(url) ? A_DAY : 'no-cache',
  )
  if (isForEver) for (const name of PAGE_HEADERS) response.removeHeader(name)
  response.setHeader('etag', found.etag)
  response.setHeader('vary', 'Accept, Accept-Encoding')
  if (request.headers['if-none-match'] === found.etag) {
    response.status(304).end()
    return
  }
  const packed = found.encodings.find(({ name }) => takes(request, name))
  response.setHeader('content-type', found.type)
  response.setHeader('content-length', packed?.sizeBytes ?? found.sizeBytes)
  if (packed) response.setHeader('content-encoding', packed.name)
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  await pipeline(createReadStream(packed?.file ?? found.file), response).catch((error: unknown) => {
    if (!response.destroyed) throw error
  })
}

/* After those of every answer. */
function setExceptions(response: Response, page: string): void {
  const exception = pageExceptions[page]
  if (!exception) return
  const isHttps = upgradesRequests(String(response.getHeader('content-security-policy') ?? ''))
  response.setHeader('content-security-policy', writePolicy(exception.policy, isHttps))
  response.setHeader('cross-origin-opener-policy', exception.openerPolicy)
  response.setHeader('referrer-policy', exception.referrerPolicy)
}

/* Where clients of Whaticket's editions look for the logos of a desk: all are ours. */
const LOGO_PATH = /^\/public\/logotipos\/[\w-]+\.png$/
const LOGO_FILE = '/icons/app-512.png'

/* They put their server's address and `/public/` before a picture's path, which is a whole link to media here. */
const LINK_BEHIND_ADDRESS = /^\/public\/(?:https?:\/+[^/?]+)?(\/public\/m\/.*)$/

/* At `/` a client that accepts anything (a health check, curl) gets the app. */
function wantsPage(request: Request): boolean {
  const accept = request.headers.accept ?? '*/*'
  return accept.includes('text/html') || (request.path === '/' && accept.includes('*/*'))
}

/**
 * The built web app: hashed assets are cached for a year, pages are revalidated, precompressed copies are used where the build
 * made them. Logos answer under Whaticket's paths, too, and so do links to media. A GET that accepts HTML gets the page; at `/` one that accepts anything, too. Other requests fall through.
 */
export function serveWebFiles(folder: string): RequestHandler {
  const files = readFolder(folder)
  const index = files.get('/index.html')
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    const [, link] = LINK_BEHIND_ADDRESS.exec(request.originalUrl) ?? []
    if (link !== undefined) return response.redirect(link)
    const asked = LOGO_PATH.test(request.path) ? LOGO_FILE : request.path
    const found = asked.endsWith('.html') ? undefined : files.get(asked)
    if (found) return send(request, response, asked, found)
    if (!index || !wantsPage(request) || isNonPagePath(request.path)) return next()
    const page = request.path.replace(/\/$/, '')
    const own = files.get(`${page}.html`)
    if (own) setExceptions(response, page)
    return send(request, response, '/index.html', own ?? index)
  }
}

/** `sha256-…` of the inline scripts of a page, for the content security policy. */
export function hashInlineScripts(folder: string): string[] {
  const page = path.join(folder, 'index.html')
  if (!existsSync(page)) return []
  const scripts = readFileSync(page, 'utf8').matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`)
}
