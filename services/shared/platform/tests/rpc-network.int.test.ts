import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

import {
  AuthServiceService,
  MessagingServiceService,
  TicketsServiceService,
  type AuthServiceServer,
} from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'
import { status, type handleUnaryCall } from '@grpc/grpc-js'
import { freePorts, waitFor } from '@balcao/testkit'

import { implementRpc } from '../src/grpc/implement-rpc'
import { createRpcClients } from '../src/grpc/rpc-clients'
import { startRpcServer, type RpcServer } from '../src/grpc/rpc-server'

const open: { close(): void }[] = []
const servers: RpcServer[] = []

const createClients: typeof createRpcClients = (addresses, options) => {
  const clients = createRpcClients(addresses, { deadlineMs: 60_000, ...options })
  open.push(clients)
  return clients
}

const unused = async (): Promise<never> => {
  throw new AppError('ERR_INTERNAL')
}

async function serveAuth(port: number, getPublicKeys: () => Promise<string>): Promise<RpcServer> {
  const implementation = implementRpc<AuthServiceServer>({
    getPublicKeys: async () => ({ keys: [{ kid: await getPublicKeys(), pem: '' }] }),
    getUsers: unused,
    getSettings: unused,
    getUserRecord: () => Promise.resolve({ record: undefined }),
    getPaymentToken: unused,
    findCompanyPrimary: unused,
    reportPrimarySize: unused,
    reportApiKeyUse: unused,
  })
  const binding = { name: 'desk.auth.v1.AuthService', definition: AuthServiceService, implementation }
  const server = await startRpcServer(`127.0.0.1:${port}`, [binding])
  servers.push(server)
  return server
}

/* A peer that hears and never answers: halted, or behind a broken network. */
async function deafPort(): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    sockets.forEach((socket) => socket.destroy())
    server.close()
  }
  open.push({ close })
  return (server.address() as AddressInfo).port
}

/* In front of a process, until the network between us falls silent: nothing is refused and nothing arrives. */
async function networkTo(port: number): Promise<{ port: number; fallSilent(): void }> {
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from)
      from.on('error', () => from.destroy())
      from.on('close', () => to.destroy())
      from.on('data', (bytes) => void (isSilent || to.write(bytes)))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({
    close: () => {
      sockets.forEach((socket) => socket.destroy())
      server.close()
    },
  })
  return { port: (server.address() as AddressInfo).port, fallSilent: () => (isSilent = true) }
}

const readKid = async (clients: ReturnType<typeof createRpcClients>) =>
  (await clients.auth.getPublicKeys({})).keys[0]?.kid

afterAll(async () => {
  for (const part of open) part.close()
  await Promise.all(servers.map((server) => server.stop()))
})

describe('several processes of a service', () => {
  it('are called in turn', async () => {
    const [first, second] = await Promise.all([
      serveAuth(0, async () => 'first'),
      serveAuth(0, async () => 'second'),
    ])
    const clients = createClients({ auth: `ipv4:127.0.0.1:${first.port},127.0.0.1:${second.port}` })
    const seen = new Set<string | undefined>()
    await waitFor(async () => seen.add(await readKid(clients)).size === 2)
  })

  it('answer as long as one of them is there, and again with the one that comes back', async () => {
    const [port = 0, other = 0] = await freePorts(2)
    const first = await serveAuth(port, async () => 'first')
    await serveAuth(other, async () => 'second')
    const clients = createClients({ auth: `ipv4:127.0.0.1:${port},127.0.0.1:${other}` })
    const seen = new Set<string | undefined>()
    await waitFor(async () => seen.add(await readKid(clients)).size === 2)
    await first.stop()
    for (let call = 0; call < 20; call++) expect(await readKid(clients)).toBe('second')
    await serveAuth(port, async () => 'third')
    await waitFor(async () => (await readKid(clients)) === 'third')
  })

  it('finish the calls they have before they go', async () => {
    let finish = (_kid: string) => undefined as void
    const answer = new Promise<string>((resolve) => (finish = resolve))
    let isAsked = false
    const server = await serveAuth(0, () => {
      isAsked = true
      return answer
    })
    const clients = createClients({ auth: `127.0.0.1:${server.port}` })
    const asked = readKid(clients)
    await waitFor(() => isAsked)
    const stopping = server.stop()
    finish('late')
    await expect(asked).resolves.toBe('late')
    await stopping
  })
})

describe('a process that hangs', () => {
  it('costs its callers their deadline and no more', async () => {
    const port = await deafPort()
    const clients = createClients({ auth: `127.0.0.1:${port}` })
    await expect(clients.auth.getPublicKeys({}, { deadlineMs: 300 })).rejects.toMatchObject({
      kind: 'unavailable',
    })
  })

  it('is noticed although its connection stands, and the others get its calls', async () => {
    const [first, second] = await Promise.all([
      serveAuth(0, async () => 'first'),
      serveAuth(0, async () => 'second'),
    ])
    const network = await networkTo(first.port)
    const clients = createClients(
      { auth: `ipv4:127.0.0.1:${network.port},127.0.0.1:${second.port}` },
      { channel: { 'grpc.keepalive_time_ms': 200, 'grpc.keepalive_timeout_ms': 100 } },
    )
    const seen = new Set<string | undefined>()
    await waitFor(async () => seen.add(await readKid(clients)).size === 2)
    network.fallSilent()
    const tenCalls = async () => {
      for (let call = 0; call < 10; call++) await clients.auth.getPublicKeys({}, { deadlineMs: 2_000 })
      return true
    }
    await waitFor(tenCalls)
    expect(await readKid(clients)).toBe('second')
  })
})

/* Fails twice as the wire fails, without a word of the callee's own, then answers. */
function failingTwice(calls: string[], name: string, answer: object): handleUnaryCall<unknown, unknown> {
  return (_call, callback) => {
    calls.push(name)
    if (calls.length < 3) callback({ code: status.UNAVAILABLE, details: 'connection lost' })
    else callback(null, answer)
  }
}

async function serveFailing(service: 'tickets' | 'messaging', method: string, answer: object) {
  const calls: string[] = []
  const definition = service === 'tickets' ? TicketsServiceService : MessagingServiceService
  const name = `desk.${service}.v1.${service === 'tickets' ? 'Tickets' : 'Messaging'}Service`
  const implementation = { [method]: failingTwice(calls, method, answer) }
  const server = await startRpcServer('127.0.0.1:0', [{ name, definition, implementation }])
  servers.push(server)
  const owner = service === 'tickets' ? 'tickets' : 'messaging-gateway'
  return { calls, clients: createClients({ [owner]: `127.0.0.1:${server.port}` }) }
}

describe('a call that was lost on its way', () => {
  it('is tried again when it may be repeated', async () => {
    const { calls, clients } = await serveFailing('tickets', 'getContacts', { contacts: [] })
    await expect(clients.tickets.getContacts({ companyId: 1, ids: [] })).resolves.toEqual({ contacts: [] })
    expect(calls).toHaveLength(3)
  })

  it('is sent once when it may not', async () => {
    const { calls, clients } = await serveFailing('messaging', 'checkNumber', { exists: true, number: '1' })
    const asked = clients.messaging.checkNumber({ companyId: 1, connectionId: 0, number: '1' })
    await expect(asked).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
    expect(calls).toHaveLength(1)
  })

  it('is not tried again when the callee itself says that it is unavailable', async () => {
    let asked = 0
    const server = await serveAuth(0, async () => {
      asked += 1
      throw new AppError('ERR_UNAVAILABLE')
    })
    const clients = createClients({ auth: `127.0.0.1:${server.port}` })
    await expect(clients.auth.getPublicKeys({})).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
    expect(asked).toBe(1)
  })
})
