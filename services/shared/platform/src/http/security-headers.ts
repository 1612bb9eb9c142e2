import { IDEMPOTENT_REPLAYED_HEADER, IGNORED_FIELDS_HEADER } from '@balcao/contracts'
import cors from 'cors'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

import { pagePolicy } from './content-security-policy'

export interface SecurityOptions {
  /** Other origins whose pages may call us with credentials. */
  allowedOrigins: readonly string[]
  /** Whether browsers reach us over https: sends HSTS. */
  isHttps: boolean
  /** `'sha256-…'` of inline scripts of the built page. */
  scriptHashes?: readonly string[]
}

/** Headers of every answer. The page may load from its own origin only and runs no inline script. */
export const securityHeaders = ({ isHttps, scriptHashes = [] }: SecurityOptions): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...pagePolicy,
        'script-src': [...(pagePolicy['script-src'] ?? []), ...scriptHashes.map((hash) => `'${hash}'`)],
        ...(isHttps ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 15_552_000 } : false,
    originAgentCluster: false,
  })

/** Media, logos and the sample sheet may be shown by pages of the desk's site on other origins; without a session media are refused. */
export const sharedFiles: RequestHandler = (_request, response, next) => {
  response.setHeader('cross-origin-resource-policy', 'same-site')
  next()
}

/** CORS for listed origins; `null` is never accepted. */
export const allowedOrigins = ({ allowedOrigins: listed }: SecurityOptions): RequestHandler =>
  cors({
    origin: (origin, decide) =>
      decide(null, origin !== undefined && listed.includes(origin) ? origin : false),
    credentials: true,
    maxAge: 600,
    exposedHeaders: [
      'x-request-id',
      'retry-after',
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
      'preference-applied',
      IDEMPOTENT_REPLAYED_HEADER,
      IGNORED_FIELDS_HEADER,
    ],
  })
