import { execFile } from 'node:child_process'
import { copyFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

import { allScopes, type TicketView } from '@balcao/contracts'
import {
  findPythonTool,
  temporaryFolder,
  waitFor,
  type SimulatedPhone,
  type TestAgent,
  type TestDesk,
} from '@balcao/testkit'

import { startDesk } from './support/start-desk'

/* A program in Python, whose client a generator that nobody here wrote makes of the document that the desk serves. */

const GENERATOR = 'openapi-python-client==0.29.1'
const PROGRAM = 'generated-client.py'
/* The generator knows one type of binary content. */
const CONFIGURATION = 'content_type_overrides: { "application/zip": "application/octet-stream" }\n'

const tool = findPythonTool(GENERATOR, { atLeast: 11, withinMs: 240_000 })
const inPython: typeof describe.skip = 'bin' in tool ? describe : describe.skip
const needs = 'missing' in tool ? ` [needs ${tool.missing}]` : ''

let desk: TestDesk
let folder: string
let own: TicketView
let foreign: TicketView

async function openTicket(admin: TestAgent, customer: SimulatedPhone): Promise<TicketView> {
  await customer.says('bom dia')
  const { id } = await waitFor(async () => {
    const { body } = await admin.call<{ tickets: TicketView[] }>('GET', '/tickets?showAll=true')
    return body.tickets[0]
  })
  return (await admin.call<TicketView>('PUT', `/tickets/${id}`, { status: 'open' })).body
}

async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const bin = 'bin' in tool ? tool.bin : ''
  // The generator calls a formatter of its environment.
  const options = {
    cwd: folder,
    env: { ...process.env, ...env, PATH: `${bin}:${process.env['PATH'] ?? ''}` },
  }
  try {
    return await promisify(execFile)(path.join(bin, program), args, options)
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${stdout}${stderr}`, { cause: error })
  }
}

beforeAll(async () => {
  if ('missing' in tool) return
  folder = await temporaryFolder('python-client')
  desk = await startDesk({ staff: { ana: { queues: ['Vendas'] } } })
  const other = await desk.company('Outra', { bia: { queues: ['Cobrança'] } })
  own = await openTicket(await desk.agent('admin'), await desk.phone('5511911110001', 'Lia'))
  foreign = await openTicket(await other.agent('admin'), await other.phone('5511922220002', 'Rui'))
})

afterAll(async () => {
  if (folder) await rm(folder, { recursive: true, force: true })
})

inPython(`a client in Python that is generated of the document${needs}`, () => {
  it('is made without a warning, and does what the document says', async () => {
    await writeFile(path.join(folder, 'generator.yaml'), CONFIGURATION)
    const document = ['--url', `${desk.url}/docs/openapi.json`, '--config', 'generator.yaml']
    const made = await run('openapi-python-client', [
      'generate',
      ...document,
      '--meta',
      'none',
      '--output-path',
      'desk',
    ])
    expect(`${made.stdout}${made.stderr}`.trim()).toMatch(/^Generating \S+$/)

    await copyFile(path.join(__dirname, 'support', PROGRAM), path.join(folder, PROGRAM))
    const admin = await desk.agent('admin')
    const scopes = allScopes.filter((scope) => !scope.startsWith('campaigns:'))
    const { key } = (await admin.call<{ key: string }>('POST', '/api-keys', { name: 'Python', scopes })).body
    const { stdout } = await run('python', [PROGRAM], {
      BALCAO_URL: desk.url,
      BALCAO_API_KEY: key,
      TICKET_ID: String(own.id),
      FOREIGN_TICKET_ID: String(foreign.id),
    })
    expect(JSON.parse(stdout)).toEqual({
      scopes: scopes.length,
      tickets: [own.id],
      hasTimes: true,
      replayed: [null, 'true'],
      isOneTag: true,
      tags: ['Python'],
      mismatch: [true, 'ERR_IDEMPOTENCY_MISMATCH'],
      last: expect.stringContaining('De um programa em Python.') as string,
      events: expect.arrayContaining(['message.received', 'message.sent', 'ticket.created']) as string[],
      refused: [404, 'ERR_NO_TICKET_FOUND'],
      wrong: ['ERR_VALIDATION', ['name']],
      lacking: ['ERR_API_KEY_SCOPE', 'campaigns:read'],
    })
  })
})
