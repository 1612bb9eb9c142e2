import { existsSync, readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'

import { errorCodes } from '@balcao/contracts'

import { as, asForm, readAnswer, useEdge, waitUntil } from './http-edge-rig'

/* With lenient handling `error` may be a sentence. */
const codeOf = ({ body }: { body: Record<string, unknown> }) => body.code ?? body.error

const edge = useEdge()
const { get, post, uploadDir } = edge

describe('bad input', () => {
  const deep = (levels: number) => `{"title":"ok","quoted":${'['.repeat(levels)}${']'.repeat(levels)}}`
  const bodies: [string, unknown, string][] = [
    ['a number for a text', { title: 5 }, 'ERR_VALIDATION'],
    ['a text for a number', { title: 'ok', count: '12' }, 'ERR_VALIDATION'],
    ['a list for a text', { title: ['ok'] }, 'ERR_VALIDATION'],
    ['an operator object', { title: { $gt: '' } }, 'ERR_VALIDATION'],
    ['null', { title: null }, 'ERR_VALIDATION'],
    ['an unknown key', { title: 'ok', profile: 'admin' }, 'ERR_VALIDATION'],
    ['an unknown nested key', { title: 'ok', nested: { other: 1 } }, 'ERR_VALIDATION'],
    ['a text for an object', { title: 'ok', nested: '{"deep":"a"}' }, 'ERR_VALIDATION'],
    ['a text in a list of ids', { title: 'ok', tags: ['1'] }, 'ERR_VALIDATION'],
    ['a fraction', { title: 'ok', count: 1.5 }, 'ERR_VALIDATION'],
    ['NUL', { title: 'a\u0000b' }, 'ERR_VALIDATION'],
    ['NUL deep in anything', { title: 'ok', quoted: { id: ['\u0000'] } }, 'ERR_VALIDATION'],
    ['a lone surrogate', '{"title":"ab\\ud800"}', 'ERR_VALIDATION'],
    ['a text too long', { title: 'a'.repeat(100_000) }, 'ERR_VALIDATION'],
    ['__proto__', '{"title":"ok","__proto__":{"polluted":1}}', 'ERR_MALFORMED_REQUEST'],
    [
      '__proto__ escaped and deep',
      '{"title":"ok","quoted":{"\\u005f_proto__":{"polluted":1}}}',
      'ERR_MALFORMED_REQUEST',
    ],
    ['constructor', '{"title":"ok","constructor":{"prototype":{"polluted":1}}}', 'ERR_VALIDATION'],
    ['a list as body', [], 'ERR_VALIDATION'],
    ['a text as body', '"x"', 'ERR_VALIDATION'],
    ['null as body', 'null', 'ERR_VALIDATION'],
    ['half a JSON', '{"title":', 'ERR_MALFORMED_REQUEST'],
    ['1e400', '{"title":"ok","count":1e400}', 'ERR_VALIDATION'],
    ['a depth of 100', deep(100), 'ERR_MALFORMED_REQUEST'],
    ['a depth of 100,000', deep(100_000), 'ERR_MALFORMED_REQUEST'],
    [
      '50,000 unknown keys',
      Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, 1])),
      'ERR_VALIDATION',
    ],
  ]

  it.each(bodies)('%s is refused', async (_name, body, code) => {
    const answer = await readAnswer(await post('/notes/7', body))
    expect(answer).toMatchObject({ status: 400, body: { error: code } })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  /* What forms send: read, where the handling is lenient. */
  const forms = ['a text for a number', 'an unknown key', 'an unknown nested key', 'a text in a list of ids']

  it.each(bodies.filter(([name]) => !forms.includes(name)))(
    '%s is refused leniently, too',
    async (_name, body, code) => {
      const answer = await readAnswer(await post('/notes/7', body, asForm('ana')))
      expect([answer.status, codeOf(answer)]).toEqual([400, code])
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    },
  )

  it.each(bodies.filter(([name]) => forms.includes(name)))('%s is read leniently', async (_name, body) => {
    expect((await post('/notes/7', body, asForm('ana'))).status).toBe(200)
  })

  it('as invalid UTF-8 is refused', async () => {
    const body = Buffer.concat([Buffer.from('{"title":"a'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
    expect(await readAnswer(await post('/notes/7', body))).toMatchObject({
      status: 400,
      body: { error: 'ERR_MALFORMED_REQUEST' },
    })
  })

  it.each([
    ['no content type', { 'content-type': '' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['XML', { 'content-type': 'application/xml' }],
    ['a look-alike', { 'content-type': 'application/jsonp' }],
  ])('of %s is refused', async (_name, headers) => {
    const response = await post('/notes/7', '{"title":"ok"}', as('ana', headers as Record<string, string>))
    expect(await readAnswer(response)).toMatchObject({
      status: 400,
      body: { error: 'ERR_MALFORMED_REQUEST' },
    })
  })

  it('in multipart where no files are taken is refused', async () => {
    const form = new FormData()
    form.append('email', 'a@b.c')
    const response = await fetch(`${edge.url}/login`, { method: 'POST', body: form })
    expect(await readAnswer(response)).toMatchObject({
      status: 400,
      body: { error: 'ERR_MALFORMED_REQUEST' },
    })
  })

  it('that is compressed is refused unread', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const response = await post('/notes/7', bomb, as('ana', { 'content-encoding': 'gzip' }))
    expect(await readAnswer(response)).toMatchObject({
      status: 400,
      body: { error: 'ERR_MALFORMED_REQUEST' },
    })
  })

  it('of more than 1 MiB is refused, announced or not', async () => {
    const huge = JSON.stringify({ title: 'a'.repeat(10_000_000) })
    expect(await readAnswer(await post('/notes/7', huge))).toMatchObject({
      status: 413,
      body: { error: 'ERR_BODY_TOO_LARGE' },
    })
    const status = await new Promise((resolve, reject) => {
      const chunked = httpRequest(
        `${edge.url}/notes/7`,
        { method: 'POST', headers: as('ana', { 'content-type': 'application/json' }) },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      chunked.on('error', reject)
      for (let part = 0; part < 40; part++) chunked.write('a'.repeat(100_000))
      chunked.end()
    })
    expect(status).toBe(413)
  })

  it.each([
    '0',
    '-1',
    '01',
    '1.0',
    '1e3',
    '0x10',
    '9007199254740993',
    '%201',
    'abc',
    '%00',
    "1'--",
    '1e309',
    '２',
  ])('as id %s is a 400', async (id) => {
    expect(await readAnswer(await post(`/notes/${id}`, { title: 'ok' }))).toMatchObject({ status: 400 })
  })

  it.each([
    'pageNumber=0',
    'pageNumber=-1',
    'pageNumber=1e9',
    'pageNumber=abc',
    'pageNumber=1&pageNumber=2',
    'all=maybe',
    'searchParam=%00',
    'searchParam=a&searchParam=b',
  ])('as query %s is a 400', async (query) => {
    expect(await readAnswer(await post(`/notes/7?${query}`, { title: 'ok' }))).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })

  it('in brackets of a query is an unknown key', async () => {
    const { body } = await readAnswer(
      await post('/notes/7?searchParam[$ne]=x&__proto__[polluted]=1', { title: 'ok' }),
    )
    expect(body.query).toEqual({ pageNumber: 1, searchParam: '' })
  })

  it.each(['%', '%ff', '%e0%a4%a', '..%2f..%2fetc%2fpasswd', '%c0%ae'])(
    'as path /notes/%s is a 4xx of the catalogue',
    async (segment) => {
      const { status, body } = await readAnswer(await post(`/notes/${segment}`, { title: 'ok' }))
      expect([400, 404]).toContain(status)
      expect(errorCodes).toContain(body.error)
    },
  )

  const multipart = (body: string, boundary = 'XX') =>
    fetch(`${edge.url}/notes/7`, {
      method: 'POST',
      headers: as('ana', { 'content-type': `multipart/form-data; boundary=${boundary}` }),
      body,
    })
  const part = (disposition: string, content: string) =>
    `--XX\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`

  it.each([
    ['without an end', part('name="title"', 'ok')],
    ['of rubbish', 'rubbish'],
    ['of nothing', ''],
    ['without a name', `${part('', 'ok')}--XX--\r\n`],
    ['with a part cut in the header', '--XX\r\nContent-Disp'],
    [
      'with an unknown file field',
      `${part('name="title"', 'ok')}${part('name="other"; filename="a.txt"', 'x')}--XX--\r\n`,
    ],
    [
      'with three files',
      `${part('name="title"', 'ok')}${part('name="medias"; filename="a"', 'x').repeat(3)}--XX--\r\n`,
    ],
    ['with __proto__', `${part('name="title"', 'ok')}${part('name="__proto__"', 'x')}--XX--\r\n`],
    ['with nested fields', `${part('name="title[a][b]"', 'ok')}--XX--\r\n`],
    ['with an endless nested name', `${part(`name="title${'[a]'.repeat(2_000)}"`, 'ok')}--XX--\r\n`],
    [
      'with an empty file',
      `${part('name="title"', 'ok')}${part('name="medias"; filename="a.txt"', '')}--XX--\r\n`,
    ],
    [
      'with a huge file',
      `${part('name="title"', 'ok')}${part('name="medias"; filename="a.txt"', 'x'.repeat(200_000))}--XX--\r\n`,
    ],
    ['with a huge field', `${part('name="title"', 'x'.repeat(300_000))}--XX--\r\n`],
    ['with 100 fields', `${part('name="a"', 'x').repeat(100)}--XX--\r\n`],
  ])('as multipart %s is a 4xx of the catalogue and leaves no file', async (_name, body) => {
    const answer = await readAnswer(await multipart(body))
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(errorCodes).toContain(codeOf(answer))
    expect(readdirSync(uploadDir)).toEqual([])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('as multipart without a boundary is refused', async () => {
    const response = await fetch(`${edge.url}/notes/7`, {
      method: 'POST',
      headers: as('ana', { 'content-type': 'multipart/form-data' }),
      body: 'x',
    })
    expect((await readAnswer(response)).status).toBe(400)
  })

  it('that breaks off leaves no file and the server well', async () => {
    const { port } = new URL(edge.url)
    const socket = connect(Number(port), '127.0.0.1')
    const head = `POST /notes/7 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ana\r\ncontent-type: multipart/form-data; boundary=XX\r\ncontent-length: 100000\r\n\r\n`
    socket.write(`${head}${part('name="medias"; filename="a.txt"', 'x'.repeat(50_000)).slice(0, 40_000)}`)
    await waitUntil(() => existsSync(uploadDir) && readdirSync(uploadDir).length > 0)
    socket.destroy()
    await waitUntil(() => readdirSync(uploadDir).length === 0)
    expect((await get('/open')).status).toBe(200)
  })
})
