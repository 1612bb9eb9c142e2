import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import type { OutgoingPolicy } from '@balcao/kernel'
import { createOutgoingHttp, type Resolve } from '@balcao/platform'
import { KEEPS_CONNECTIONS, hostileAnswers, hostileUrls, startCanary, type Canary } from '@balcao/testkit'

const PATIENCE_MS = 60_000
/** A name server that says what it is told. */
const resolving =
  (names: Record<string, string[]>): Resolve =>
  (hostname, _options, answer) =>
    answer(
      null,
      (names[hostname] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

const policy = (changes: Partial<OutgoingPolicy> = {}): OutgoingPolicy => ({
  allowsPlainHttp: true,
  maxBytes: 1024,
  totalMs: PATIENCE_MS,
  idleMs: PATIENCE_MS,
  ...changes,
})

const refusal = { code: 'ERR_URL_NOT_ALLOWED' }

describe('hostile addresses', () => {
  let canary: Canary
  beforeAll(async () => {
    canary = await startCanary()
  })
  afterAll(() => canary.close())

  const ports = () => [80, 443, 22, 25, 5432, 6379, 9092, canary.port]

  it('are many', () => expect(new Set(hostileUrls(1)).size).toBeGreaterThanOrEqual(100))

  it('are refused by a client for any public host, and nothing is connected to', async () => {
    const http = createOutgoingHttp(policy({ ports: ports() }), resolving(hostileAnswers))
    for (const url of hostileUrls(canary.port)) {
      const outcome = await http.send(url, { method: 'POST', body: '{}' }).catch((error: unknown) => error)
      expect({ url, outcome }).toMatchObject({ url, outcome: refusal })
    }
    expect(canary.connections()).toBe(0)
  })

  it('are refused by a client for named hosts, and nothing is connected to', async () => {
    const http = createOutgoingHttp(
      policy({ hosts: ['.whatsapp.net', 'hooks.example'], ports: ports() }),
      resolving(hostileAnswers),
    )
    for (const url of hostileUrls(canary.port)) {
      const outcome = await http.send(url).catch((error: unknown) => error)
      expect({ url, outcome }).toMatchObject({ url, outcome: refusal })
      expect(() => http.check(url)).toThrow(expect.objectContaining(refusal) as Error)
    }
    expect(canary.connections()).toBe(0)
  })

  it('are refused to a library that fetches by itself', async () => {
    const { dispatcher } = createOutgoingHttp(policy({ ports: ports() }), resolving(hostileAnswers))
    for (const url of hostileUrls(canary.port).filter((candidate) => !candidate.startsWith('data:'))) {
      const options = { dispatcher } as unknown as RequestInit
      await expect(fetch(url, options)).rejects.toThrow()
    }
    expect(canary.connections()).toBe(0)
  })

  it.each(['8.8.8.8', '[2606:4700:4700::1111]', 'example.com', 'bücher.example'])('are not %s', (host) => {
    const http = createOutgoingHttp(policy())
    expect(http.check(`https://${host}/x?y#z`).pathname).toBe('/x')
  })

  it.each([
    ['https://whatsapp.net/', false],
    ['https://.whatsapp.net/', false],
    ['https://mmg.whatsapp.net/', true],
    ['https://MMG.whatsapp.net:443/', true],
    ['https://mmg.whatsapp.net./', false],
    ['https://mmg.whatsapp.net:444/', false],
    ['http://mmg.whatsapp.net/', false],
    ['https://evilwhatsapp.net/', false],
    ['https://mmg.whatsapp.net.evil.example/', false],
  ])('%s is of the allowed hosts: %s', (url, isAllowed) => {
    const http = createOutgoingHttp(policy({ hosts: ['.whatsapp.net'], allowsPlainHttp: false }))
    if (isAllowed) expect(http.check(url).hostname).toBe('mmg.whatsapp.net')
    else expect(() => http.check(url)).toThrow(expect.objectContaining(refusal) as Error)
  })

  it('do not come in between check and use: the connection goes to the one answer that was looked at', async () => {
    let questions = 0
    const counting: Resolve = (hostname, options, answer) => {
      questions += 1
      resolving({ [hostname]: ['127.0.0.1'] })(hostname, options, answer)
    }
    const http = createOutgoingHttp(policy({ ports: ports() }), counting)
    const url = `http://rebinding.test:${canary.port}/`
    expect(http.check(url).hostname).toBe('rebinding.test')
    await expect(http.send(url)).rejects.toMatchObject(refusal)
    expect(questions).toBe(1)
    expect(canary.connections()).toBe(0)
  })
})

describe('a request that may go out', () => {
  let server: Server
  let origin: string
  let answer: RequestListener
  const client = (changes: Partial<OutgoingPolicy> = {}) =>
    createOutgoingHttp(policy({ trustedOrigins: [origin], ...changes }))

  beforeAll(async () => {
    server = createServer(KEEPS_CONNECTIONS, (request, response) => answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it('brings status, headers and body', async () => {
    answer = (request, response) => {
      request.pipe(response.writeHead(404, { 'x-a': '1', 'set-cookie': ['a', 'b'] }))
    }
    const { status, headers, body } = await client().send(`${origin}/x`, { method: 'POST', body: 'olá' })
    expect({ status, headers, body: await text(body) }).toMatchObject({
      status: 404,
      headers: { 'x-a': '1', 'set-cookie': 'a, b' },
      body: 'olá',
    })
  })

  it.each([301, 302, 303, 307, 308])('follows no redirect (%d)', async (status) => {
    const paths: string[] = []
    answer = ({ url = '' }, response) => {
      paths.push(url)
      response.writeHead(status, { location: '/private' }).end()
    }
    await expect(client().send(`${origin}/x`)).rejects.toMatchObject(refusal)
    expect(paths).toEqual(['/x'])
  })

  it('answers a redirect to whoever asks for it, and does not follow it', async () => {
    const paths: string[] = []
    answer = ({ url = '' }, response) => {
      paths.push(url)
      response.writeHead(302, { location: '/private' }).end()
    }
    const { status, headers, body } = await client().send(`${origin}/x`, { answersRedirect: true })
    expect({ status, location: headers['location'] }).toEqual({ status: 302, location: '/private' })
    expect(await text(body)).toBe('')
    expect(paths).toEqual(['/x'])
  })

  it('does not take a library that follows redirects anywhere else', async () => {
    const canary = await startCanary()
    answer = (_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/` }).end()
    }
    const { dispatcher } = client({ ports: [canary.port] })
    await expect(fetch(`${origin}/x`, { dispatcher } as unknown as RequestInit)).rejects.toThrow()
    expect(canary.connections()).toBe(0)
    await canary.close()
  })

  it('reads no more than it may, said in advance or not', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 10 * 1024 ** 3 }).write('x'.repeat(2_000))
    }
    const announced = client().send(`${origin}/x`)
    await expect(announced.then(({ body }) => text(body))).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
    let written = 0
    answer = (_request, response) => {
      const more = () => {
        if (response.destroyed) return
        written += 512
        response.write('x'.repeat(512), () => setImmediate(more))
      }
      more()
    }
    const endless = client().send(`${origin}/x`)
    await expect(endless.then(({ body }) => text(body))).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
    expect(written).toBeLessThan(1024 * 1024)
  })

  it('does not wait for ever, for the first byte or the last', async () => {
    answer = () => undefined
    await expect(client({ totalMs: 100 }).send(`${origin}/x`)).rejects.toMatchObject({ code: 'ERR_DEADLINE' })
    answer = (_request, response) => {
      response.write('x')
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    }
    const { body } = await client({ totalMs: 500, maxBytes: 1024 ** 2 }).send(`${origin}/x`)
    await expect(text(body)).rejects.toMatchObject({ code: 'ERR_DEADLINE' })
  })

  it('ends when its caller does', async () => {
    answer = () => undefined
    const caller = new AbortController()
    const sent = client().send(`${origin}/x`, { signal: caller.signal })
    caller.abort()
    await expect(sent).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
  })

  it('may be private only where the operator said so', async () => {
    answer = (_request, response) => response.end('ok')
    expect(await text((await client().send(`${origin}/x`)).body)).toBe('ok')
    await expect(client({ trustedOrigins: [] }).send(`${origin}/x`)).rejects.toMatchObject(refusal)
    await expect(client().send(origin.replace('127.0.0.1', 'localhost'))).rejects.toMatchObject(refusal)
  })
})
