import { existsSync } from 'node:fs'
import path from 'node:path'

import { strictHandling } from '@balcao/contracts'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'

import type { AsyncApi } from './asyncapi'
import type { OpenApi } from './openapi'

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Balcão API</title>
<link rel="icon" href="/favicon.svg"></head>
<body><div id="reader"></div><script src="/docs/scalar.js"></script><script src="/docs/start.js"></script></body>
</html>
`
/*
 * Nothing is asked of other hosts: no fonts, proxy, assistant or telemetry. Calls tried from the page are read strictly: it teaches the
 * names and types of the document. A key that is typed goes with the page.
 */
const start = `Scalar.createApiReference('#reader', {
  url: '/docs/openapi.json',
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'apiKey' },
  onBeforeRequest: ({ requestBuilder }) => {
    requestBuilder.headers.set('Prefer', '${strictHandling.prefer}')
  },
})
`

/* Written by scripts/build.mjs; sources without it still serve the document. */
const READER = path.join(__dirname, 'scalar.js')

function sendReader(request: Request, response: Response): void {
  response.type('js').vary('Accept-Encoding')
  const isPacked = request.acceptsEncodings('gzip') === 'gzip'
  if (isPacked) response.setHeader('content-encoding', 'gzip')
  response.sendFile(isPacked ? `${READER}.gz` : READER)
}

/* Made at the first request. */
function sendDocument(make: () => object): RequestHandler {
  let made: object | undefined
  return (_request, response) => {
    made ??= make()
    response.json(made)
  }
}

export interface Documents {
  openapi(): OpenApi
  asyncapi(): AsyncApi
}

/** `/docs` for people, `/docs/openapi.json` and `/docs/asyncapi.json` for tools. */
export function docsRouter({ openapi, asyncapi }: Documents): Router {
  const router = express.Router()
  router.use('/docs', (_request, response, next) => {
    response.locals.route = '/docs'
    next()
  })
  router.get('/docs/openapi.json', sendDocument(openapi))
  router.get('/docs/asyncapi.json', sendDocument(asyncapi))
  router.get('/docs', (_request, response) => void response.type('html').send(page))
  router.get('/docs/start.js', (_request, response) => void response.type('js').send(start))
  if (existsSync(READER)) router.get('/docs/scalar.js', sendReader)
  return router
}
