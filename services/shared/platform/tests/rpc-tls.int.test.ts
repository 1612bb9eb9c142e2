import { execFile } from 'node:child_process'
import { copyFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

import { AuthServiceService, type AuthServiceServer } from '@balcao/contracts/wire'
import { temporaryFolder, waitFor } from '@balcao/testkit'

import { implementRpc } from '../src/grpc/implement-rpc'
import { createRpcClients } from '../src/grpc/rpc-clients'
import { createRpcCredentials, hostOfTarget, namedLike, plainRpc } from '../src/grpc/rpc-credentials'
import { startRpcServer, type RpcServer } from '../src/grpc/rpc-server'

const openssl = (folder: string, args: string) =>
  promisify(execFile)('openssl', args.split(' '), { cwd: folder })

interface Authority {
  folder: string
  issue(name: string, host: string): Promise<void>
}

async function authority(): Promise<Authority> {
  const folder = await temporaryFolder('tls')
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
  await openssl(folder, `req -x509 ${key} -keyout ca.key -out ca.crt -subj /CN=balcao-ca -days 2`)
  return {
    folder,
    issue: async (name, host) => {
      await openssl(folder, `req ${key} -keyout ${name}.key -out ${name}.csr -subj /CN=${host}`)
      await writeFile(path.join(folder, 'san.cnf'), `subjectAltName=DNS:${host}\n`)
      const signed = `-CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile san.cnf`
      await openssl(folder, `x509 -req -in ${name}.csr ${signed} -out ${name}.crt`)
    },
  }
}

const filesOf = ({ folder }: Authority, name: string, isMutual = true) => ({
  caFile: path.join(folder, 'ca.crt'),
  certFile: path.join(folder, `${name}.crt`),
  keyFile: path.join(folder, `${name}.key`),
  isMutual,
  refreshMs: 50,
})

const KEYS = { keys: [{ kid: 'a', pem: 'b' }] }
const binding = {
  name: 'desk.auth.v1.AuthService',
  definition: AuthServiceService,
  implementation: implementRpc<AuthServiceServer>({
    getPublicKeys: async () => KEYS,
    getUsers: async () => ({ users: [] }),
    getSettings: async () => ({ settings: {} }),
  }),
}

let house: Authority
let server: RpcServer
const open: { close(): void }[] = []

/* By address, as peers are asked: the certificate names the service. */
function clientsWith(credentials: typeof plainRpc, port = server.port) {
  const channel = namedLike('dns:///balcao-auth-rpc:9000')
  const clients = createRpcClients({ auth: `127.0.0.1:${port}` }, { credentials, channel })
  open.push(clients)
  return clients
}

beforeAll(async () => {
  house = await authority()
  await house.issue('server', 'balcao-auth-rpc')
  await house.issue('client', 'balcao-tickets-rpc')
  server = await startRpcServer('127.0.0.1:0', [binding], createRpcCredentials(filesOf(house, 'server')))
})

afterAll(async () => {
  for (const clients of open) clients.close()
  await server.stop()
})

describe('gRPC with certificates on both sides', () => {
  it('answers a caller of the same authority', async () => {
    const clients = clientsWith(createRpcCredentials(filesOf(house, 'client')))
    await expect(clients.auth.getPublicKeys({})).resolves.toEqual(KEYS)
  })

  it('refuses a caller who speaks plainly', async () => {
    await expect(clientsWith(plainRpc).auth.getPublicKeys({}, { deadlineMs: 1_000 })).rejects.toMatchObject({
      kind: 'unavailable',
    })
  })

  it('refuses a caller without a certificate', async () => {
    const clients = clientsWith(createRpcCredentials(filesOf(house, 'client', false)))
    await expect(clients.auth.getPublicKeys({}, { deadlineMs: 1_000 })).rejects.toMatchObject({
      kind: 'unavailable',
    })
  })

  it('refuses a caller of another authority, who refuses it too', async () => {
    const other = await authority()
    await other.issue('client', 'balcao-tickets-rpc')
    const stranger = clientsWith(createRpcCredentials(filesOf(other, 'client')))
    await expect(stranger.auth.getPublicKeys({}, { deadlineMs: 1_000 })).rejects.toMatchObject({
      kind: 'unavailable',
    })
  })

  it('does not talk to a process of another service', async () => {
    const credentials = createRpcCredentials(filesOf(house, 'client'))
    const wrong = await startRpcServer('127.0.0.1:0', [binding], credentials)
    const clients = clientsWith(credentials, wrong.port)
    await expect(clients.auth.getPublicKeys({}, { deadlineMs: 1_000 })).rejects.toMatchObject({
      kind: 'unavailable',
    })
    await wrong.stop()
  })

  it('takes up new certificates without a restart', async () => {
    await house.issue('moving', 'balcao-auth-rpc')
    const moving = await startRpcServer(
      '127.0.0.1:0',
      [binding],
      createRpcCredentials(filesOf(house, 'moving')),
    )
    const next = await authority()
    await next.issue('server', 'balcao-auth-rpc')
    await next.issue('client', 'balcao-tickets-rpc')
    const callers = createRpcCredentials(filesOf(next, 'client'))
    await expect(
      clientsWith(callers, moving.port).auth.getPublicKeys({}, { deadlineMs: 1_000 }),
    ).rejects.toMatchObject({ kind: 'unavailable' })
    for (const [from, to] of [
      ['server.crt', 'moving.crt'],
      ['server.key', 'moving.key'],
    ] as const)
      await copyFile(path.join(next.folder, from), path.join(house.folder, to))
    await copyFile(path.join(next.folder, 'ca.crt'), path.join(house.folder, 'ca.crt'))
    await waitFor(async () => {
      const clients = clientsWith(callers, moving.port)
      return clients.auth.getPublicKeys({}, { deadlineMs: 1_000 }).then(
        () => true,
        () => false,
      )
    })
    await moving.stop()
  })
})

describe('gRPC with a certificate of the server alone', () => {
  it('answers callers that have none', async () => {
    const own = await authority()
    await own.issue('server', 'balcao-auth-rpc')
    const credentials = createRpcCredentials(filesOf(own, 'server', false))
    const half = await startRpcServer('127.0.0.1:0', [binding], credentials)
    await expect(clientsWith(credentials, half.port).auth.getPublicKeys({})).resolves.toEqual(KEYS)
    await half.stop()
  })
})

it.each([
  ['dns:///balcao-auth-rpc:9000', 'balcao-auth-rpc'],
  ['dns:balcao-auth-rpc:9000', 'balcao-auth-rpc'],
  ['balcao-auth-rpc.desk.svc:9000', 'balcao-auth-rpc.desk.svc'],
])('the certificate behind %s names %s', (target, host) => {
  expect(hostOfTarget(target)).toBe(host)
})
