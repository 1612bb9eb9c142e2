import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

import { TicketsServiceService, type TicketsServiceServer } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'
import { temporaryFolder } from '@balcao/testkit'

import { implementRpc } from '../src/grpc/implement-rpc'
import { createRpcClients } from '../src/grpc/rpc-clients'
import { startRpcServer, type RpcServer } from '../src/grpc/rpc-server'

const SCRIPT = path.join(__dirname, '../../../../scripts/rpc.mjs')

const unused = async (): Promise<never> => {
  throw new AppError('ERR_INTERNAL')
}
const binding = {
  name: 'desk.tickets.v1.TicketsService',
  definition: TicketsServiceService,
  implementation: implementRpc<TicketsServiceServer>({
    canViewTicket: async () => ({ allowed: true }),
    openTicketForContact: unused,
    sendToContact: unused,
    getSentMedia: unused,
    getContacts: async () => ({ contacts: [] }),
    listTaggedContacts: unused,
    hasPrompt: unused,
    hasTag: unused,
    isBudgetSpent: unused,
    countUnclosed: unused,
    getQueues: async ({ companyId }) => ({
      queues: [
        {
          id: companyId,
          companyId,
          name: 'Vendas',
          color: '#1565c0',
          greetingMessage: '',
          outOfHoursMessage: '',
          orderQueue: 1,
          schedules: [],
        },
      ],
    }),
  }),
}

let dataDir: string
let server: RpcServer
const address = () => `unix:${path.join(dataDir, 'run/tickets.sock')}`

async function serve(hasReflection: boolean): Promise<void> {
  dataDir = await temporaryFolder('reflection')
  await mkdir(path.join(dataDir, 'run'))
  await writeFile(path.join(dataDir, 'run/addresses.json'), JSON.stringify({ tickets: address() }))
  server = await startRpcServer(address(), [binding], { hasReflection })
}

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [SCRIPT, ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
  })

afterEach(() => server.stop())

describe('npm run rpc', () => {
  it('lists and calls the methods of a desk that describes itself', async () => {
    await serve(true)
    const { stdout } = await run('tickets')
    expect(stdout.split('\n')).toContain('desk.tickets.v1.TicketsService/GetQueues')
    const answer = await run('tickets', 'TicketsService/GetQueues', '{"companyId":7}')
    expect(JSON.parse(answer.stdout)).toMatchObject({ queues: [{ id: 7, name: 'Vendas' }] })
  })

  it('says how to get one from a desk that does not', async () => {
    await serve(false)
    await expect(run('tickets')).rejects.toMatchObject({
      stderr: expect.stringContaining('RPC_REFLECTION=true') as string,
    })
  })
})

describe('a service that says its name over a socket', () => {
  it('is held to the table, sessions included, as over certificates', async () => {
    await serve(false)
    const clients = createRpcClients({ tickets: address() }, { deadlineMs: 60_000 })
    const denied = { code: 'ERR_NO_PERMISSION' }
    const request = { companyId: 1, ids: [] }
    await expect(clients.as('auth').tickets.getQueues(request)).resolves.toMatchObject({
      queues: [{ id: 1 }],
    })
    await expect(clients.as('realtime').tickets.getQueues(request)).rejects.toMatchObject(denied)
    // The gateway's call needs a session; auth's log-in has none yet.
    await expect(clients.as('messaging-gateway').tickets.getQueues(request)).rejects.toMatchObject(denied)
    await expect(clients.as('campaigns').tickets.getContacts(request)).rejects.toMatchObject(denied)
    await expect(
      clients.as('realtime').tickets.canViewTicket({ companyId: 1, userId: 1, ticketId: 1 }),
    ).rejects.toMatchObject(denied)
    // Only our account can open the socket: npm run rpc.
    await expect(clients.tickets.getContacts(request)).resolves.toEqual({ contacts: [] })
    clients.close()
  })
})
