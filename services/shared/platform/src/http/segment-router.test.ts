import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import express, { type Request, type Response, type Router } from 'express'

import { routeBySegment } from './segment-router'

const options = { caseSensitive: true, strict: false }
const answers = (name: string) => (request: Request, response: Response) =>
  response.json({ name, params: request.params, url: request.url })

function notes(): Router {
  const router = express.Router(options)
  router.get('/notes', answers('list'))
  router.get('/notes/all', answers('all'))
  router.get('/notes/:id', answers('one'))
  router.post('/notes', answers('add'))
  return router
}

function others(): Router {
  const router = express.Router(options)
  router.get('/notes/:id/words', answers('words'))
  router.use('/files.zip', (request, response, next) => {
    if (request.headers['x-refused']) response.status(403).json('refused')
    else next()
  })
  router.get('/note-books/:id', answers('book'))
  router.get('/files.zip', answers('zip'))
  return router
}

async function ask(method: string, path: string, headers = {}): Promise<unknown> {
  const app = express()
  app.use(routeBySegment([notes(), others()]))
  app.use((_request, response) => void response.status(404).json('none'))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers })
    const body = await response.text()
    return body ? (JSON.parse(body) as unknown) : response.status
  } finally {
    server.close()
  }
}

it.each([
  ['GET', '/notes', { name: 'list' }],
  ['GET', '/notes/', { name: 'list' }],
  ['GET', '/notes?a=/note-books/1', { name: 'list', url: '/notes?a=/note-books/1' }],
  ['POST', '/notes', { name: 'add' }],
  ['GET', '/notes/all', { name: 'all' }],
  ['GET', '/notes/a%2Fb', { name: 'one', params: { id: 'a/b' } }],
  ['GET', '/notes/7/words', { name: 'words', params: { id: '7' } }],
  ['GET', '/note-books/7', { name: 'book', params: { id: '7' } }],
  ['GET', '/files.zip', { name: 'zip' }],
])('%s %s is served by its route', async (method, path, expected) =>
  expect(await ask(method, path)).toMatchObject(expected),
)

it.each([
  ['GET', '/'],
  ['GET', '/Notes'],
  ['GET', '//notes'],
  ['GET', '/note'],
  ['GET', '/n%6Ftes'],
  ['GET', '/constructor'],
  ['DELETE', '/notes'],
])('%s %s goes on', async (method, path) => expect(await ask(method, path)).toBe('none'))

it('passes middleware before the routes behind it', async () => {
  const refused = { 'x-refused': 'yes' }
  expect(await ask('GET', '/files.zip', refused)).toBe('refused')
  expect(await ask('GET', '/notes/7/words', refused)).toMatchObject({ name: 'words' })
})

it('answers HEAD as GET, without a body', async () => expect(await ask('HEAD', '/notes')).toBe(200))

it.each(['/:id/notes', '/*all', '/', '/no{tes}/1'])('refuses a route at %s', (path) => {
  const router = express.Router(options)
  router.get(path, answers('any'))
  expect(() => routeBySegment([router])).toThrow('must begin with a fixed segment')
})
