import { existsSync, readdirSync } from 'node:fs'

import { as, readAnswer, useEdge, waitUntil } from './http-edge-rig'

const edge = useEdge()
const { get, post, uploadDir } = edge

describe('who may call', () => {
  it.each([
    ['no header', {}],
    ['an empty header', { authorization: '' }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['blanks', { authorization: 'Bearer    ' }],
    ['undefined', { authorization: 'Bearer undefined' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['an unknown token', { authorization: 'Bearer nobody' }],
    ['a huge token', { authorization: `Bearer ${'a'.repeat(8_000)}` }],
  ])('is anonymous with %s', async (_name, headers) => {
    expect(await readAnswer(await get('/notes', headers))).toMatchObject({
      status: 401,
      body: { error: 'ERR_UNAUTHORIZED' },
    })
    expect(await readAnswer(await get('/kanban', headers))).toMatchObject({ status: 401 })
  })

  it('is asked to refresh with a token past its time', async () => {
    expect(await readAnswer(await get('/notes', as('stale')))).toMatchObject({
      status: 403,
      body: { error: 'ERR_SESSION_EXPIRED' },
    })
  })

  it.each([
    ['/admin', 'ana', 403],
    ['/admin', 'admin', 200],
    ['/admin', 'super', 200],
    ['/super', 'admin', 403],
    ['/super', 'super', 200],
    ['/notes', 'late', 402],
    ['/admin', 'late', 403],
    ['/kanban', 'ana', 200],
    ['/kanban', 'other', 403],
  ])('%s as %s is answered %i', async (pathname, token, status) => {
    expect((await get(pathname, as(token))).status).toBe(status)
  })

  it('names the reason', async () => {
    expect((await readAnswer(await get('/admin', as('ana')))).body.error).toBe('ERR_NO_PERMISSION')
    expect((await readAnswer(await get('/super', as('admin')))).body.error).toBe('ERR_NO_SUPER')
    expect((await readAnswer(await get('/notes', as('late')))).body).toMatchObject({
      error: 'ERR_SUBSCRIPTION_EXPIRED',
      dueDate: '2020-01-01T00:00:00.000Z',
    })
    expect((await readAnswer(await get('/kanban', as('other')))).body.error).toBe('ERR_PLAN_FEATURE_DISABLED')
  })

  it('is told to the handler of an API token', async () => {
    expect(await readAnswer(await post('/api', {}, as('a-token-of-ours')))).toMatchObject({
      status: 200,
      body: { caller: { id: 7 } },
    })
    for (const token of ['anything', 'undefined'])
      expect((await post('/api', {}, as(token))).status).toBe(401)
  })
})

describe('an answer', () => {
  it('has its request id, and takes a sane one from the caller', async () => {
    const made = await get('/open')
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect((await get('/open', { 'x-request-id': 'trace-12345' })).headers.get('x-request-id')).toBe(
      'trace-12345',
    )
    expect((await get('/open', { 'x-request-id': 'a b{}' })).headers.get('x-request-id')).toMatch(
      /^[0-9a-f-]{36}$/,
    )
  })

  it('says nothing of a bug', async () => {
    const { status, body } = await readAnswer(await get('/broken'))
    expect(status).toBe(500)
    expect(Object.keys(body).sort()).toEqual(['error', 'requestId'])
    expect(body.error).toBe('ERR_INTERNAL')
  })

  it('carries the wire text of a conflict', async () => {
    expect(await readAnswer(await get('/conflict'))).toMatchObject({
      status: 409,
      body: { error: '{"id":9}' },
    })
  })

  it('is empty with 204, and not cached', async () => {
    const response = await fetch(`${edge.url}/notes`, { method: 'DELETE', headers: as('ana') })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect((await get('/open')).headers.get('cache-control')).toBe('no-store')
  })

  it('is compressed above 1 kB when the caller takes it', async () => {
    const packed = await get('/wide', { 'accept-encoding': 'gzip' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(((await packed.json()) as { text: string }).text).toHaveLength(5_000)
    expect((await get('/wide', { 'accept-encoding': 'identity' })).headers.get('content-encoding')).toBeNull()
    expect((await get('/open', { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBeNull()
  })

  it('carries the security headers and no CORS for a stranger', async () => {
    const { headers } = await get('/open', { origin: 'https://evil.example' })
    expect(headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
    expect((await get('/open', { origin: 'null' })).headers.get('access-control-allow-origin')).toBeNull()
    const listed = await get('/open', { origin: 'https://app.example' })
    expect(listed.headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(listed.headers.get('access-control-allow-credentials')).toBe('true')
  })

  it('is a 404 of the catalogue for an unknown path', async () => {
    expect(await readAnswer(await get('/nowhere'))).toMatchObject({
      status: 404,
      body: { error: 'ERR_NOT_FOUND' },
    })
  })
})

it('a path with a new password reaches its route, and nothing that logs paths', async () => {
  const secret = ['a@b.test', 'ABCD-2345', 'Senha%2Fnova1']
  expect(await readAnswer(await post(`//RESETPASSWORDS/${secret.join('/')}`, {}))).toMatchObject({
    status: 404,
  })
  expect(await readAnswer(await post(`/resetpasswords/${secret.join('/')}`, {}))).toMatchObject({
    body: {
      originalUrl: '/resetpasswords/*/*/*',
      params: { email: 'a@b.test', token: 'ABCD-2345', password: 'Senha/nova1' },
    },
  })
})

describe('what a handler gets', () => {
  it('is cast, trimmed and filled with defaults', async () => {
    const { status, body } = await readAnswer(
      await post('/notes/7?searchParam=oi&all=true&unknown=1', { title: '  hi  ' }),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      params: { noteId: 7 },
      query: { pageNumber: 1, searchParam: 'oi', all: true },
      body: { title: 'hi', count: 3 },
      by: 'Ana',
    })
  })

  it('has every fault of a refused body by field', async () => {
    const { status, body } = await readAnswer(await post('/notes/7', { title: 'a', count: -1 }))
    expect(status).toBe(400)
    expect(body.error).toBe('ERR_VALIDATION')
    expect(Object.keys(body.fields as object).sort()).toEqual(['count', 'title'])
  })

  it('has files on disk, typed by their bytes, gone after the answer', async () => {
    const form = new FormData()
    form.append('title', 'with files')
    form.append('count', '12')
    form.append('tags', '[1,2]')
    form.append('medias', new Blob(['%PDF-1.7 hi'], { type: 'image/png' }), '../../ação.png')
    form.append('medias', new Blob(['<script>'], { type: 'text/html' }), 'x.html')
    const response = await fetch(`${edge.url}/notes/7`, { method: 'POST', headers: as('ana'), body: form })
    const { status, body } = await readAnswer(response)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      body: { title: 'with files', count: 12, tags: [1, 2] },
      files: [
        { field: 'medias', mimeType: 'application/pdf', sizeBytes: 11 },
        { field: 'medias', originalName: 'x.html', mimeType: 'text/plain', sizeBytes: 8 },
      ],
    })
    expect((body.files as { originalName: string }[])[0]?.originalName).toMatch(/^ação.*\.png$/)
    expect(edge.seenFiles.map((file) => file.text)).toEqual(['%PDF-1.7 hi', '<script>'])
    await waitUntil(() => readdirSync(uploadDir).length === 0)
    expect(edge.seenFiles.filter((file) => existsSync(file.path))).toEqual([])
  })
})

it('leaves the tries of a login to its handler, which knows the account and the device', async () => {
  for (let tries = 0; tries < 60; tries++)
    expect((await post('/login', { email: 'guess@demo.local', ok: false }, {})).status).toBe(401)
})
