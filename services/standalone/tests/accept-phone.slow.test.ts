import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'

import type { ConnectionView, LoginAnswer } from '@balcao/contracts'
import { freePort, temporaryFolder, watchChild } from '@balcao/testkit'

import {
  startFakeWhatsApp,
  type Account,
  type Contact,
  type FakeWhatsApp,
} from '../../messaging-gateway/tests/fake-whatsapp'
import { PASSWORD } from './support/browser'
import { createApiCall, until, type Call } from './support/company'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'

/*
 * `npm run accept:phone` from its first step to its report, with answers and phones simulated by this test: some steps
 * succeed, some fail, some are skipped, and the program is stopped in between.
 */

const PROGRAM = path.join(__dirname, '../../../scripts/accept-phone.mjs')
const OURS = '5511940000001'
const THEIRS = '5511933340001'
const PATIENCE_MS = 60_000

let dataDir: string
let ports: { http: number; ops: number }
let wa: FakeWhatsApp
let desk: SpawnedDesk
let account: Account
let second: Contact
let call: Call
let connectionId: number

const startDesk = () =>
  spawnDesk({
    dataDir,
    port: ports.http,
    env: {
      DEMO: 'minimal',
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '0',
      OPS_PORT: String(ports.ops),
      WHATSAPP_WEB_URL: wa.url,
      WHATSAPP_WEB_CLIENT_URL: wa.webClientUrl,
      WHATSAPP_ROOT_KEY: wa.rootKey,
      WHATSAPP_MEDIA_URL: wa.mediaUrl,
    },
  })

beforeAll(async () => {
  wa = await startFakeWhatsApp({ settings: { firstPreKeys: 'small' } })
  account = wa.account(OURS)
  second = wa.contact(THEIRS, { name: 'Segundo telefone' })
  dataDir = await temporaryFolder('accept-phone')
  ports = { http: await freePort(), ops: await freePort() }
  desk = await startDesk()
  // A separate login: the program's login ends every other session of its account.
  const email = 'super@demo.local'
  const { body } = await createApiCall(desk.url)<LoginAnswer>('post', '/auth/login', {
    email,
    password: PASSWORD,
  })
  call = createApiCall(desk.url, body.token)
  const made = await call<ConnectionView>('post', '/whatsapp', { name: 'Aceite', provider: 'beta' })
  connectionId = made.body.id
})

afterAll(async () => {
  await desk.stop()
  await wa.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Scans the displayed code. */
async function scan(): Promise<void> {
  const code = await until(
    async () => (await call<ConnectionView>('get', `/whatsapp/${connectionId}`)).body.qrcode || undefined,
    'a QR code',
    PATIENCE_MS,
  )
  await account.scan(code)
}

const state = () =>
  JSON.parse(readFileSync(path.join(dataDir, 'state.json'), 'utf8')) as {
    prefix: string
    results: Record<string, unknown>
  }

const stepWord = (step: string) => `${state().prefix}-${step}`

const numbered = async (step: string, count: number) => {
  for (let index = 1; index <= count; index += 1) await second.text(account, `${stepWord(step)} ${index}`)
}

/** A run of the program: its output, and the typed input. */
function begin(withinS: number, hours: string) {
  const child = spawn(
    process.execPath,
    [
      ...[PROGRAM, desk.url, '--email', 'admin@demo.local', '--connection', String(connectionId)],
      ...['--number', OURS, '--second', THEIRS, '--metrics', `http://127.0.0.1:${ports.ops}/metrics`],
      ...['--state', path.join(dataDir, 'state.json'), '--report', path.join(dataDir, 'report.md')],
      ...['--hours', hours, '--within', String(withinS)],
    ],
    { env: { ...process.env, DESK_PASSWORD: PASSWORD }, stdio: ['pipe', 'pipe', 'pipe'] },
  )
  const watched = watchChild(child)
  let from = 0
  /** Waits for new output that contains these words. */
  const says = (words: string) =>
    until(
      () => {
        const at = watched.output().indexOf(words, from)
        if (at < 0) return Promise.resolve(undefined)
        from = at + words.length
        return Promise.resolve(true)
      },
      `"${words}" in ${watched.output()}`,
      PATIENCE_MS,
    )
  const types = (line: string) => child.stdin.write(`${line}\n`)
  return {
    ...watched,
    kill: () => child.kill('SIGKILL'),
    /** Performs a step: the person's action, then the answers about what was seen. */
    step: async (id: string, play: () => Promise<unknown>, answers: string[] = []) => {
      await says(`] ${id}: `)
      await says('Enter when done')
      await play()
      types('')
      for (const answer of answers) {
        await says('[y/n/?')
        types(answer)
      }
    },
    skip: async (id: string, why: string) => {
      await says(`] ${id}: `)
      await says('Enter when done')
      types(`skip ${why}`)
    },
  }
}

it('goes through the steps, is stopped and goes on, and reports what passed and what failed', async () => {
  // The step waits for a message that never arrives.
  const first = begin(15, '24')
  await first.step('qr', scan, ['y'])
  await first.step('code', async () => {
    const [, code = ''] = /Code: (\S+)/.exec(first.output()) ?? []
    await account.enterCode(code.replace('-', ''))
  })
  // Seven of eight kinds never arrive.
  await first.step('in', () => second.text(account, stepWord('in')), ['n only the text came'])
  await first.step(
    'out',
    () =>
      until(() => Promise.resolve(second.inbox(account).messages.length >= 4 || undefined), 'four messages'),
    ['y', '? no ears here'],
  )
  await first.skip('changes', 'no second phone')
  await first.skip('group', 'no group')
  await first.skip('ad', 'no ad')
  first.kill()
  await first.ended
  expect(Object.keys(state().results)).toEqual(
    expect.arrayContaining(['qr', 'code', 'in', 'out', 'changes', 'group']),
  )

  // The lease of a killed process expires.
  const next = begin(150, '24')
  if (!('ad' in state().results)) await next.skip('ad', 'no ad')
  await next.step('phone', () => account.type(THEIRS, stepWord('phone')), ['y'])
  await next.step(
    'offline',
    async () => {
      wa.disconnect(account)
      await numbered('offline', 5)
    },
    ['y'],
  )
  await next.step(
    'kill',
    async () => {
      await desk.kill()
      await numbered('kill', 10)
      desk = await startDesk()
    },
    ['y'],
  )
  await next.skip('flight', 'the phone has no flight mode')
  await next.step('unlink', () => Promise.resolve(account.unlink()), ['y'])
  await next.step(
    'relink',
    async () => {
      await call('put', `/whatsappsession/${connectionId}`, {})
      await scan()
      await second.text(account, stepWord('relink'))
    },
    ['y'],
  )
  // The day is not over.
  expect(await next.ended).toBe(1)
  expect(next.output()).toContain('Run the same command again then.')
  expect(state().results).not.toHaveProperty('day')

  const last = begin(150, '0')
  await last.step('day', () => Promise.resolve(), ['y'])
  expect(await last.ended).toBe(1)

  const report = readFileSync(path.join(dataDir, 'report.md'), 'utf8')
  expect(report).toMatch(/## Link by QR code: ok/)
  expect(report).toMatch(/## Link by code: ok/)
  expect(report).toMatch(/## Every kind of message in: FAILED/)
  expect(report).toMatch(/\| program \| received \| FAILED \| did not come: image, video/)
  expect(report).toMatch(/\| eyes \| .* \| FAILED \| only the text came \|/)
  expect(report).toMatch(/## Every kind of message out: not seen/)
  expect(report).toMatch(/\| program \| sent \| ok \| 4 reached the second phone \|/)
  expect(report).toMatch(/Skipped: no group/)
  for (const title of ['Writing on the phone itself', 'Ten minutes without network', 'Kill in a burst'])
    expect(report).toContain(`## ${title}: ok`)
  expect(report).toMatch(/## Unlink on the phone: ok/)
  expect(report).toMatch(/## Link again: ok/)
  expect(report).toMatch(/## 24 hours: ok/)
  expect(report).toMatch(/\| program \| memoryAtMost \| ok \| \d+ MB, then \d+ MB \|/)
  expect(report).not.toContain(OURS)
}, 400_000)
