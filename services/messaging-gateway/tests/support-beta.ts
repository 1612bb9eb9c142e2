import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'

import type { ConnectionView } from '@balcao/contracts'
import { waitFor, type TestDatabase } from '@balcao/testkit'

import type { Account, FakeWhatsApp } from './fake-whatsapp'
import { people, SCHEMA, type Gateway, type GatewayOptions } from './support'

const LOOPBACK = '127.0.0.1'
const PATIENCE_MS = 90_000

/** A process's network path: after a cut it carries nothing more, whatever the dead process still sends. */
export class Cable {
  private readonly sockets = new Set<Socket>()
  private isDeaf = false

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param target the network's address at the other end. */
  static async to(target: string): Promise<Cable> {
    const { port, pathname } = new URL(target)
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve))
    const cable = new Cable(server, `ws://${LOOPBACK}:${(server.address() as AddressInfo).port}${pathname}`)
    server.on('connection', (client) => cable.join(client, connect(Number(port), LOOPBACK)))
    return cable
  }

  /** Nothing from the process arrives any more; data on the way to it still arrive. */
  deafen(): void {
    this.isDeaf = true
  }

  cut(): void {
    this.isDeaf = true
    for (const socket of this.sockets) socket.destroy()
    this.server.close()
  }

  private join(client: Socket, network: Socket): void {
    for (const socket of [client, network]) {
      this.sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        this.sockets.delete(socket)
        client.destroy()
        network.destroy()
      })
    }
    client.on('data', (bytes) => this.isDeaf || network.write(bytes))
    network.on('data', (bytes) => client.write(bytes))
  }
}

/** The real phone's driver against a network on loopback. */
export const betaOptions = (wa: FakeWhatsApp, url: string, over: GatewayOptions = {}): GatewayOptions => ({
  ...over,
  config: {
    defaultProvider: 'beta',
    webClientUrl: wa.webClientUrl,
    whatsapp: {
      webSocketUrl: url,
      rootKey: wa.rootKey,
      mediaBase: wa.mediaUrl,
      deviceName: 'Balcão',
      showsPresence: false,
      historyHours: 0,
    },
    ...over.config,
  },
})

export const isConnected = (pg: TestDatabase, id: number): Promise<boolean> =>
  waitFor(async () => {
    const [row] = await pg.sql<{ status: string }>(`SELECT status FROM ${SCHEMA}.connections WHERE id = $1`, [
      id,
    ])
    return row?.status === 'CONNECTED'
  }, PATIENCE_MS)

/** Creates a connection that this phone has linked; resolves with its id. */
export async function linked(pg: TestDatabase, gateway: Gateway, account: Account): Promise<number> {
  const { admin } = await people(pg, gateway.url)
  const { body } = await admin<ConnectionView>('POST', '/whatsapp', {
    name: `n${account.number}`,
    provider: 'beta',
  })
  const code = await waitFor(async () => {
    const [row] = await pg.sql<{ qrcode: string }>(`SELECT qrcode FROM ${SCHEMA}.connections WHERE id = $1`, [
      body.id,
    ])
    return row?.qrcode
  }, PATIENCE_MS)
  await account.scan(code)
  await isConnected(pg, body.id)
  return body.id
}
