import { createRequire } from 'node:module'
import path from 'node:path'

import { strictHandling } from '@balcao/contracts'
import express, { type Router } from 'express'

import type { OpenApi } from './openapi'

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Balcão API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div><script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body>
</html>
`
/* Calls tried from the page are read strictly: it teaches the names and types of the document. */
const start = `SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  requestInterceptor: (request) => {
    request.headers.Prefer = '${strictHandling.prefer}'
    return request
  },
})
`

/* Swagger UI; images without it still serve the document. */
function readerFolder(): string | undefined {
  try {
    return path.dirname(createRequire(__filename).resolve('swagger-ui-dist/package.json'))
  } catch {
    return undefined
  }
}

/** `/docs` for people and `/docs/openapi.json` for tools. The document is made at the first request. */
export function docsRouter(document: () => OpenApi): Router {
  const router = express.Router()
  const folder = readerFolder()
  let made: OpenApi | undefined
  router.use('/docs', (_request, response, next) => {
    response.locals.route = '/docs'
    next()
  })
  router.get('/docs/openapi.json', (_request, response) => {
    made ??= document()
    response.json(made)
  })
  if (!folder) return router
  router.get('/docs', (_request, response) => void response.type('html').send(page))
  router.get('/docs/start.js', (_request, response) => void response.type('js').send(start))
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    router.get(`/docs/${file}`, (_request, response) => response.sendFile(path.join(folder, file)))
  }
  return router
}
