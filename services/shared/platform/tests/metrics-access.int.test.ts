import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { KEEPS_CONNECTIONS } from '@balcao/testkit'
import express from 'express'

import { metricsRouter, type MetricsAccess } from '../src/host/health'

const servers: Server[] = []
afterAll(() => servers.forEach((server) => server.close()))

async function reader(access: MetricsAccess): Promise<(headers?: Record<string, string>) => Promise<number>> {
  const app = express()
  app.use(metricsRouter(access))
  const server = createServer(KEEPS_CONNECTIONS, app)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return (headers = {}) =>
    new Promise((resolve, reject) => {
      const asked = httpRequest({ host: '127.0.0.1', port, path: '/metrics', headers }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      asked.on('error', reject).end()
    })
}

const secret = 'who-may-read-the-metrics'
const withToken = { authorization: `Bearer ${secret}` }

describe('metrics', () => {
  it('of a loopback demo are read by programs on this machine, and not through a proxy', async () => {
    const read = await reader({ token: undefined, withoutToken: 'this machine' })
    expect(await read()).toBe(200)
    const proxied: Record<string, string>[] = [
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-proto': 'https' },
      { forwarded: 'for=10.0.0.7' },
      { via: '1.1 proxy' },
      { host: 'desk.example' },
    ]
    for (const headers of proxied) expect(await read(headers)).toBe(401)
  })

  it('of an installation ask for the token, this machine included', async () => {
    const closed = await reader({ token: undefined, withoutToken: 'no one' })
    expect([await closed(), await closed({ authorization: 'Bearer ' })]).toEqual([401, 401])
    const read = await reader({ token: secret, withoutToken: 'no one' })
    expect([await read(), await read({ authorization: 'Bearer wrong' }), await read(withToken)]).toEqual([
      401, 401, 200,
    ])
  })

  it('of a pod are read by any client, or with the token where there is one', async () => {
    expect(await (await reader({ token: undefined, withoutToken: 'everyone' }))({ via: 'scraper' })).toBe(200)
    const read = await reader({ token: secret, withoutToken: 'everyone' })
    expect([await read(), await read(withToken)]).toEqual([401, 200])
  })
})
