import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createDeskClient } from './desk-client'

/* A desk that knows one session at a time, which a visitor may end. */
describe('the client that makes the demo', () => {
  let server: Server
  let url: string
  let valid = 0
  let logins = 0
  let bodies: string[] = []

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const isKnown = request.headers.authorization === `Bearer ${valid}`
        if (isKnown) bodies.push(Buffer.concat(chunks).toString())
        response.writeHead(isKnown ? 200 : 401).end(isKnown ? '{"ok":true}' : '{"error":"ERR_SESSION_OVER"}')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    valid = 0
    logins = 0
    bodies = []
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const logIn = () => {
    logins += 1
    valid += 1
    return Promise.resolve(String(valid))
  }
  const endSession = () => {
    valid += 1
  }

  it('logs in once for calls side by side, and again when a visitor ended its session', async () => {
    const client = createDeskClient(url, logIn)
    await Promise.all([client.get('/a'), client.get('/b')])
    expect(logins).toBe(1)
    endSession()
    await Promise.all([client.post('/a', { n: 1 }), client.post('/b', { n: 2 })])
    expect(logins).toBe(2)
    expect(bodies.filter(Boolean).sort()).toEqual(['{"n":1}', '{"n":2}'])
  })

  it('sends a file again whole', async () => {
    const client = createDeskClient(url, logIn)
    await client.get('/a')
    endSession()
    const file = { name: 'a.txt', mimeType: 'text/plain', bytes: Buffer.from('pago') }
    await client.upload('/files', { name: 'Recibo' }, file)
    expect(bodies.at(-1)).toMatch(/Recibo[\s\S]*filename="a.txt"[\s\S]*pago/)
  })

  it('fails when it may not log in, and without a session says what was answered', async () => {
    const refused = createDeskClient(url, () => Promise.resolve('wrong'))
    await expect(refused.get('/a')).rejects.toMatchObject({
      detail: expect.stringContaining('401') as string,
    })
    await expect(createDeskClient(url).get('/a')).rejects.toMatchObject({ code: 'ERR_INTERNAL' })
  })
})
