import { execFile } from 'node:child_process'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'

import { companyId, userId } from '@balcao/contracts'
import { AuthServiceClient, AuthServiceService, type AuthServiceServer } from '@balcao/contracts/wire'
import { AppError, type Session, type SessionDirectory } from '@balcao/kernel'
import { credentials, Metadata, status, type ServiceError } from '@grpc/grpc-js'
import { buildSession, temporaryFolder, waitFor } from '@balcao/testkit'

import { implementRpc } from '../src/grpc/implement-rpc'
import { createRpcClients } from '../src/grpc/rpc-clients'
import {
  createRpcCredentials,
  parseTargetHost,
  expectServerName,
  insecureRpc,
  type RpcCredentials,
} from '../src/grpc/rpc-credentials'
import { startRpcServer, type RpcServer } from '../src/grpc/rpc-server'

const openssl = (folder: string, args: string) =>
  promisify(execFile)('openssl', args.split(' '), { cwd: folder })

interface Authority {
  folder: string
  /** @param host a name or an address. */
  issue(name: string, host: string, ...uris: string[]): Promise<void>
}

async function authority(): Promise<Authority> {
  const folder = await temporaryFolder('tls')
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
  await openssl(folder, `req -x509 ${key} -keyout ca.key -out ca.crt -subj /CN=balcao-ca -days 2`)
  return {
    folder,
    issue: async (name, host, ...uris) => {
      await openssl(folder, `req ${key} -keyout ${name}.key -out ${name}.csr -subj /CN=${host}`)
      await writeFile(
        path.join(folder, 'san.cnf'),
        `subjectAltName=${[`${isIP(host) ? 'IP' : 'DNS'}:${host}`, ...uris.map((uri) => `URI:${uri}`)].join(',')}\n`,
      )
      const signed = `-CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile san.cnf`
      await openssl(folder, `x509 -req -in ${name}.csr ${signed} -out ${name}.crt`)
    },
  }
}

const ID = 'spiffe://desk'

const certificateFiles = ({ folder }: Authority, name: string) => ({
  caFile: path.join(folder, 'ca.crt'),
  certFile: path.join(folder, `${name}.crt`),
  keyFile: path.join(folder, `${name}.key`),
  refreshMs: 50,
})

const KEYS = { keys: [{ kid: 'a', pem: 'b' }] }
const binding = {
  name: 'desk.auth.v1.AuthService',
  definition: AuthServiceService,
  implementation: implementRpc<AuthServiceServer>({
    findCompanyPrimary: () => Promise.resolve({ name: 'first' }),
    reportPrimarySize: () => Promise.resolve({}),
    getPublicKeys: async () => KEYS,
    getUsers: async () => ({ users: [] }),
    getSettings: async () => ({ settings: {} }),
    getUserRecord: () => Promise.resolve({ record: undefined }),
    reportApiKeyUse: async () => ({}),
    getPaymentToken: async () => ({ token: '' }),
  }),
}

const superUsers = new Set<number>()
/* Knows every user except 404, with the claims it is given. */
const sessions: Pick<SessionDirectory, 'resolve'> = {
  resolve: async (claims) => {
    if (claims.userId === 404) throw new AppError('ERR_SESSION_OVER')
    const session = buildSession({ ...claims, super: superUsers.has(claims.userId) })
    return { ...session, asOf: { user: 1, company: 1 } }
  },
}

let installation: Authority
let server: RpcServer
const open: { close(): void }[] = []

/* By address, as peers are asked: the certificate names the service. */
function createClients(own: RpcCredentials, port = server.port) {
  const channel = expectServerName('dns:///balcao-auth-rpc:9000')
  const clients = createRpcClients(
    { auth: `127.0.0.1:${port}` },
    { credentials: own, channel, deadlineMs: 60_000 },
  )
  open.push(clients)
  return clients
}

beforeAll(async () => {
  installation = await authority()
  await installation.issue('server', 'balcao-auth-rpc', `${ID}/auth`)
  await installation.issue('client', 'balcao-tickets-rpc', `${ID}/tickets`)
  server = await startRpcServer('127.0.0.1:0', [binding], {
    credentials: createRpcCredentials(certificateFiles(installation, 'server')),
    sessions,
  })
})

afterAll(async () => {
  for (const clients of open) clients.close()
  await server.stop()
})

describe('gRPC with certificates on both sides', () => {
  it('answers a caller of the same authority', async () => {
    const clients = createClients(createRpcCredentials(certificateFiles(installation, 'client')))
    await expect(clients.auth.getPublicKeys({})).resolves.toEqual(KEYS)
  })

  it('refuses a caller who speaks plainly', async () => {
    await expect(
      createClients(insecureRpc).auth.getPublicKeys({}, { deadlineMs: 1_000 }),
    ).rejects.toMatchObject({
      kind: 'unavailable',
    })
  })

  it('refuses a caller without a certificate', async () => {
    const ca = await readFile(path.join(installation.folder, 'ca.crt'))
    const channel = credentials.createSsl(ca)
    const clients = createClients({ ...insecureRpc, channel })
    await expect(clients.auth.getPublicKeys({}, { deadlineMs: 1_000 })).rejects.toMatchObject({
      kind: 'unavailable',
    })
  })

  it('refuses a caller of another authority, who refuses it too', async () => {
    const other = await authority()
    await other.issue('client', 'balcao-tickets-rpc', `${ID}/tickets`)
    const stranger = createClients(createRpcCredentials(certificateFiles(other, 'client')))
    await expect(stranger.auth.getPublicKeys({}, { deadlineMs: 1_000 })).rejects.toMatchObject({
      kind: 'unavailable',
    })
  })

  it('does not talk to a process of another service', async () => {
    const own = createRpcCredentials(certificateFiles(installation, 'client'))
    const wrong = await startRpcServer('127.0.0.1:0', [binding], { credentials: own })
    const clients = createClients(own, wrong.port)
    await expect(clients.auth.getPublicKeys({}, { deadlineMs: 1_000 })).rejects.toMatchObject({
      kind: 'unavailable',
    })
    await wrong.stop()
  })

  it.each(['127.0.0.1', '::1'])('knows a service by the address %s in its certificate', async (address) => {
    const host = isIP(address) === 6 ? `[${address}]` : address
    await installation.issue('at-address', address, `${ID}/auth`)
    const own = createRpcCredentials(certificateFiles(installation, 'at-address'))
    const addressed = await startRpcServer(`${host}:0`, [binding], { credentials: own, sessions })
    const ask = (asked: string, port: number) => {
      const clients = createRpcClients({ auth: `${asked}:${port}` }, { credentials: own, deadlineMs: 60_000 })
      open.push(clients)
      return clients.auth.getPublicKeys({}, { deadlineMs: asked === host ? 60_000 : 1_000 })
    }
    await expect(ask(host, addressed.port)).resolves.toEqual(KEYS)
    // Its certificate has a name instead.
    await expect(ask('127.0.0.1', server.port)).rejects.toMatchObject({ kind: 'unavailable' })
    await addressed.stop()
  })

  it('takes up new certificates without a restart', async () => {
    const first = await authority()
    await first.issue('moving', 'balcao-auth-rpc', `${ID}/auth`)
    const moving = await startRpcServer('127.0.0.1:0', [binding], {
      credentials: createRpcCredentials(certificateFiles(first, 'moving')),
    })
    const next = await authority()
    await next.issue('server', 'balcao-auth-rpc', `${ID}/auth`)
    await next.issue('client', 'balcao-tickets-rpc', `${ID}/tickets`)
    const callers = createRpcCredentials(certificateFiles(next, 'client'))
    await expect(
      createClients(callers, moving.port).auth.getPublicKeys({}, { deadlineMs: 1_000 }),
    ).rejects.toMatchObject({ kind: 'unavailable' })
    for (const [from, to] of [
      ['server.crt', 'moving.crt'],
      ['server.key', 'moving.key'],
    ] as const)
      await copyFile(path.join(next.folder, from), path.join(first.folder, to))
    await copyFile(path.join(next.folder, 'ca.crt'), path.join(first.folder, 'ca.crt'))
    await waitFor(async () => {
      const clients = createClients(callers, moving.port)
      return clients.auth.getPublicKeys({}, { deadlineMs: 1_000 }).then(
        () => true,
        () => false,
      )
    })
    await moving.stop()
  })
})

describe('a caller with a certificate', () => {
  const asCaller = async (name: string, ...uris: string[]) => {
    await installation.issue(name, `balcao-${name}-rpc`, ...uris)
    return createClients(createRpcCredentials(certificateFiles(installation, name)))
  }
  const denied = { code: 'ERR_NO_PERMISSION' }

  it('calls the methods whose row has its service, and no other', async () => {
    const tickets = await asCaller('tickets', `${ID}/tickets`)
    await expect(tickets.auth.getSettings({ companyId: 1 })).resolves.toEqual({ settings: {} })
    const billing = await asCaller('billing', `${ID}/billing`)
    await expect(billing.auth.getPublicKeys({})).resolves.toEqual(KEYS)
    await expect(billing.auth.getSettings({ companyId: 1 })).rejects.toMatchObject(denied)
  })

  it('is told PERMISSION_DENIED on the wire', async () => {
    const files = certificateFiles(installation, 'billing')
    await installation.issue('billing', 'balcao-billing-rpc', `${ID}/billing`)
    const client = new AuthServiceClient(
      `127.0.0.1:${server.port}`,
      createRpcCredentials(files).channel,
      expectServerName('dns:///balcao-auth-rpc:9000'),
    )
    const deadline = { deadline: Date.now() + 60_000 }
    const error = await new Promise<ServiceError | null>((resolve) =>
      client.getSettings({ companyId: 1 }, new Metadata(), deadline, resolve),
    )
    client.close()
    expect(error?.code).toBe(status.PERMISSION_DENIED)
  })

  it('is believed by its certificate, whatever it says of itself', async () => {
    await installation.issue('liar', 'balcao-billing-rpc', `${ID}/billing`)
    const named = createRpcClients(
      { auth: `127.0.0.1:${server.port}` },
      {
        credentials: createRpcCredentials(certificateFiles(installation, 'liar')),
        channel: expectServerName('dns:///balcao-auth-rpc:9000'),
        deadlineMs: 60_000,
      },
    )
    open.push(named)
    await expect(named.as('tickets').auth.getSettings({ companyId: 1 })).rejects.toMatchObject(denied)
  })

  it('is refused when its certificate is of another installation', async () => {
    const foreign = await asCaller('foreign', 'spiffe://other/tickets')
    await expect(foreign.auth.getPublicKeys({})).rejects.toMatchObject(denied)
  })

  it('may be several services while one certificate is replaced by many', async () => {
    const shared = await asCaller('shared', `${ID}/tickets`, `${ID}/billing`)
    await expect(shared.auth.getSettings({ companyId: 1 })).resolves.toEqual({ settings: {} })
  })

  it('must be a service to have credentials at all', async () => {
    await installation.issue('nameless', 'balcao-tickets-rpc')
    expect(() => createRpcCredentials(certificateFiles(installation, 'nameless'))).toThrow(
      'names no service: it needs a URI spiffe://<installation>/<service>',
    )
  })
})

describe('a call with a session behind it', () => {
  const callWith = async (session: Session, company: number) => {
    const clients = createClients(createRpcCredentials(certificateFiles(installation, 'client')))
    return clients.auth.getSettings({ companyId: company }, { session })
  }
  const acme = buildSession({ companyId: companyId(7) })

  it('is let in for its own company and refused for another', async () => {
    await expect(callWith(acme, 7)).resolves.toEqual({ settings: {} })
    await expect(callWith(acme, 8)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  })

  it('may ask about any company for a super user, as the directory knows them', async () => {
    superUsers.add(99)
    await expect(callWith({ ...acme, userId: userId(99) }, 8)).resolves.toEqual({ settings: {} })
    await expect(callWith({ ...acme, super: true }, 8)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  })

  it('is refused when the callee does not know the session', async () => {
    await expect(callWith({ ...acme, userId: userId(404) }, 7)).rejects.toMatchObject({
      code: 'ERR_SESSION_OVER',
    })
  })
})

it.each([
  ['dns:///balcao-auth-rpc:9000', 'balcao-auth-rpc'],
  ['dns:balcao-auth-rpc:9000', 'balcao-auth-rpc'],
  ['balcao-auth-rpc.desk.svc:9000', 'balcao-auth-rpc.desk.svc'],
  ['localhost:9000', 'localhost'],
  ['10.0.0.7:9000', '10.0.0.7'],
  ['ipv4:10.0.0.7:9000,10.0.0.8:9000', '10.0.0.7'],
  ['ipv6:[fd00::7]:9000', 'fd00::7'],
])('the certificate behind %s names %s', (target, host) => {
  expect(parseTargetHost(target)).toBe(host)
})
