import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { AuthServiceClient, AuthServiceService, type AuthServiceServer } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'
import { credentials, makeGenericClientConstructor, Metadata, status, type ServiceError } from '@grpc/grpc-js'
import { service as healthService } from 'grpc-health-check'

import { implementRpc, type RpcHandlers } from '../src/grpc/implement-rpc'
import { createRpcClients } from '../src/grpc/rpc-clients'
import { startRpcServer, type RpcServer } from '../src/grpc/rpc-server'

const address = `unix:${path.join(mkdtempSync(path.join(tmpdir(), 'balcao-rpc-')), 'auth.sock')}`
const handlers: RpcHandlers<AuthServiceServer> = {
  findCompanyPrimary: () => Promise.resolve({ name: 'first' }),
  reportPrimarySize: () => Promise.resolve({}),
  getPublicKeys: async () => ({ keys: [{ kid: 'a', pem: 'b' }] }),
  getUsers: async ({ companyId }) => {
    if (companyId === 1)
      throw new AppError('ERR_NO_COMPANY_FOUND', { detail: 'not here', wire: 'é', retryAfterSeconds: 7 })
    if (companyId === 2) throw new Error('secret of the implementation')
    return { users: [] }
  },
  getSettings: () => new Promise(() => undefined),
  getUserRecord: () => Promise.resolve({ record: undefined }),
  reportApiKeyUse: async () => ({}),
  getPaymentToken: async () => ({ token: '' }),
}
const clients = createRpcClients({ auth: address }, { deadlineMs: 60_000 })
let server: RpcServer

beforeAll(async () => {
  const implementation = implementRpc<AuthServiceServer>(handlers)
  server = await startRpcServer(address, [
    { name: 'desk.auth.v1.AuthService', definition: AuthServiceService, implementation },
  ])
})

afterAll(async () => {
  clients.close()
  await server.stop()
})

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a call to another service', () => {
  it('answers', async () => {
    await expect(clients.auth.getPublicKeys({})).resolves.toEqual({ keys: [{ kid: 'a', pem: 'b' }] })
  })

  it('fails with the code the callee threw', async () => {
    const error = await refusal(clients.auth.getUsers({ companyId: 1, ids: [] }))
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({
      code: 'ERR_NO_COMPANY_FOUND',
      detail: 'not here',
      wire: 'é',
      retryAfterSeconds: 7,
    })
  })

  it('tells nothing of a bug', async () => {
    const error = await refusal(clients.auth.getUsers({ companyId: 2, ids: [] }))
    expect(error).toMatchObject({ code: 'ERR_INTERNAL', detail: 'ERR_INTERNAL' })
  })

  it('gives up at its deadline', async () => {
    await expect(clients.auth.getSettings({ companyId: 1 }, { deadlineMs: 50 })).rejects.toMatchObject({
      code: 'ERR_DEADLINE',
    })
  })

  it('is unavailable when nothing listens or no address is known', async () => {
    const lost = createRpcClients({ auth: `${address}.gone` })
    await expect(lost.auth.getPublicKeys({}, { deadlineMs: 500 })).rejects.toMatchObject({
      kind: 'unavailable',
    })
    await expect(lost.tickets.canViewTicket({ companyId: 1, userId: 1, ticketId: 1 })).rejects.toMatchObject({
      code: 'ERR_UNAVAILABLE',
    })
    lost.close()
  })

  it('is refused without a deadline', async () => {
    const client = new AuthServiceClient(address, credentials.createInsecure())
    const error = await new Promise<ServiceError | null>((resolve) =>
      client.getPublicKeys({}, new Metadata(), resolve),
    )
    client.close()
    expect(error?.code).toBe(status.INVALID_ARGUMENT)
    expect(error?.metadata.get('desk-error')).toEqual(['ERR_MALFORMED_REQUEST'])
  })
})

describe('a gRPC server', () => {
  it('answers health checks', async () => {
    const Health = makeGenericClientConstructor(healthService, 'Health')
    const client = new Health(address, credentials.createInsecure())
    const answer = await new Promise((resolve, reject) => {
      const check = client.check as unknown as (
        request: object,
        callback: (error: unknown, answer: unknown) => void,
      ) => void
      check.call(client, { service: 'desk.auth.v1.AuthService' }, (error, value) =>
        error ? reject(error as Error) : resolve(value),
      )
    })
    client.close()
    expect(answer).toEqual({ status: 'SERVING' })
  })
})
