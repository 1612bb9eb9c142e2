import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net'
import { rm } from 'node:fs/promises'
import path from 'node:path'

import { MINUTE, SECOND } from '@balcao/kernel'
import { freePort, startFakeSmtpServer, temporaryFolder } from '@balcao/testkit'

import { readBackups } from './backup-check'
import { ok, type Check } from './check'
import { clockCheck } from './clock-check'
import { readDesk } from './desk-check'
import { readHttps } from './domain-checks'
import { hideSecrets, listSecrets } from './hide-secrets'
import { machineChecks, readDisk, readMemory } from './machine-checks'
import { mailCheck } from './mail-check'
import { readCertificateEnd } from './payment-checks'
import { formatFindings, isWell } from './report'
import { runChecks } from './run-checks'
import { secretsCheck } from './secrets-check'

/* Each reading against a real cause on this machine. */

let folder: string
beforeAll(async () => {
  folder = await temporaryFolder('doctor')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const servers: NetServer[] = []
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

async function listen(server: NetServer): Promise<number> {
  servers.push(server)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const answering = (answer: string, headers: Record<string, string> = {}) =>
  createHttpServer((_request, response) => response.writeHead(200, headers).end(answer))

const WITHIN_MS = 2 * SECOND

describe('who listens where the desk should', () => {
  const read = async (server?: NetServer) =>
    readDesk(`http://127.0.0.1:${server ? await listen(server) : await freePort()}`, WITHIN_MS)

  it('is a desk, ready or not', async () => {
    expect(await read(answering('{"status":"ready","missing":[]}'))).toEqual({ kind: 'desk', missing: [] })
    const starting = answering('{"status":"not ready","missing":["database"]}')
    expect(await read(starting)).toEqual({ kind: 'desk', missing: ['database'] })
  })

  it('is nobody', async () => {
    expect(await read()).toEqual({ kind: 'nobody' })
  })

  it('is another program, with a page or without HTTP', async () => {
    expect(await read(answering('<html>'))).toEqual({ kind: 'stranger' })
    expect(await read(answering('null'))).toEqual({ kind: 'stranger' })
    expect(await read(createServer((socket) => socket.end('SSH-2.0\r\n')))).toEqual({ kind: 'stranger' })
  })

  it('does not answer', async () => {
    const port = await listen(createServer())
    expect(await readDesk(`http://127.0.0.1:${port}`, 200)).toEqual({ kind: 'silent' })
  })
})

describe('the clock', () => {
  const at = Date.parse('2026-11-27T12:00:00Z')
  const run = async (nowMs: number) => {
    const port = await listen(answering('', { date: new Date(at).toUTCString() }))
    return clockCheck(`http://127.0.0.1:${port}`, () => nowMs, WITHIN_MS).run()
  }

  it.each([
    [at, 'ok'],
    [at + 30 * SECOND, 'warning'],
    [at - 10 * MINUTE, 'problem'],
  ])('of %d is %s', async (nowMs, status) => {
    expect(await run(nowMs)).toMatchObject({ status })
  })

  it('cannot be compared without the internet', async () => {
    const check = clockCheck(`http://127.0.0.1:${await freePort()}`, () => at, WITHIN_MS)
    expect(await check.run()).toMatchObject({ status: 'warning' })
  })
})

describe('the machine', () => {
  it('says what its volume has', async () => {
    const { sizeBytes, freeBytes } = await readDisk(path.join(folder, 'not/yet/made'))
    expect(freeBytes).toBeGreaterThan(0)
    expect(sizeBytes).toBeGreaterThanOrEqual(freeBytes)
  })

  it('counts the memory of its container', async () => {
    const [cgroup, meminfo] = [path.join(folder, 'cgroup'), path.join(folder, 'meminfo')]
    mkdirSync(cgroup)
    writeFileSync(path.join(cgroup, 'memory.max'), '512000000\n')
    writeFileSync(path.join(cgroup, 'memory.current'), '500000000\n')
    writeFileSync(meminfo, 'MemTotal: 9 kB\nMemAvailable:   4000000 kB\n')
    expect(await readMemory(cgroup, meminfo)).toEqual({ totalBytes: 512e6, availableBytes: 12e6 })
    writeFileSync(path.join(cgroup, 'memory.max'), 'max\n')
    expect(await readMemory(cgroup, meminfo)).toMatchObject({ availableBytes: 4_096_000_000 })
  })

  it('that is full is told as such', async () => {
    const full = { sizeBytes: 1e10, freeBytes: 0, inodes: 100, freeInodes: 0 }
    const memory = { totalBytes: 4e9, availableBytes: 1e6 }
    const checks = machineChecks('/data', 1, { disk: async () => full, memory: async () => memory })
    const findings = await runChecks(checks, WITHIN_MS)
    expect(findings.map(({ status }) => status)).toEqual(['problem', 'problem', 'problem'])
  })
})

describe('mail', () => {
  it('is checked at the server, which gets none', async () => {
    const server = await startFakeSmtpServer()
    const run = (url: string) => mailCheck({ url, from: 'x' }, WITHIN_MS).run()
    expect(await run(server.url)).toMatchObject({ status: 'ok' })
    expect(await run(server.url.replace('s3cret', 'other'))).toMatchObject({ status: 'problem' })
    expect(server.received).toEqual([])
    await server.stop()
    expect(await run(server.url)).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('cannot be reached') as unknown,
    })
  })
})

describe('certificates', () => {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  beforeAll(() => {
    const subject = ['-subj', '/CN=desk.test', '-addext', 'subjectAltName=DNS:desk.test']
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'key.pem',
      '-out',
      'cert.pem',
      '-days',
      '10',
      ...subject,
    )
    openssl(
      'pkcs12',
      '-export',
      '-inkey',
      'key.pem',
      '-in',
      'cert.pem',
      '-out',
      'cert.p12',
      '-passout',
      'pass:',
    )
  })
  const inTenDays = (date: Date) => Math.abs(date.getTime() - Date.now() - 10 * 24 * 3600 * SECOND) < MINUTE

  it('of a payment provider have an end', () => {
    const endsAt = readCertificateEnd(readFileSync(path.join(folder, 'cert.p12')))
    expect(endsAt && inTenDays(endsAt)).toBe(true)
    expect(readCertificateEnd(Buffer.from('none'))).toBeUndefined()
  })

  it('of the domain are read though nobody trusts them', async () => {
    const files = {
      key: readFileSync(path.join(folder, 'key.pem')),
      cert: readFileSync(path.join(folder, 'cert.pem')),
    }
    const server = createHttpsServer(files, (_request, response) => response.end('{"status":"ready"}'))
    const at = { host: '127.0.0.1', port: await listen(server) }
    const reading = await readHttps('desk.test', WITHIN_MS, at)
    expect(reading).toMatchObject({ kind: 'answer', isDesk: true, status: 200 })
    if (reading.kind !== 'answer') return
    expect(reading.distrust).toContain('SELF_SIGNED')
    expect(inTenDays(reading.endsAt)).toBe(true)
  })

  it('are nowhere behind a closed port, and late from who says nothing', async () => {
    const closed = { host: '127.0.0.1', port: await freePort() }
    expect(await readHttps('desk.test', WITHIN_MS, closed)).toEqual({ kind: 'silent', code: 'ECONNREFUSED' })
    const mute = { host: '127.0.0.1', port: await listen(createServer()) }
    expect(await readHttps('desk.test', 200, mute)).toEqual({ kind: 'silent', code: 'ETIMEDOUT' })
  })
})

describe('the folder of backups', () => {
  it('has whole ones, and the last failure', () => {
    const backups = path.join(folder, 'backups')
    expect(readBackups(backups)).toEqual({ newestAt: undefined, kept: 0, failure: undefined })
    const times = ['2026-11-25T03:00:00.000Z', '2026-11-26T03:00:00.000Z']
    for (const madeAt of times) {
      mkdirSync(path.join(backups, madeAt.slice(0, 10)), { recursive: true })
      writeFileSync(path.join(backups, madeAt.slice(0, 10), 'manifest.json'), JSON.stringify({ madeAt }))
    }
    // Killed after its last file, before it got its name.
    mkdirSync(path.join(backups, '2026-11-27.unfinished-4'))
    writeFileSync(
      path.join(backups, '2026-11-27.unfinished-4', 'manifest.json'),
      '{"madeAt":"2026-11-27T03:00:00.000Z"}',
    )
    expect(readBackups(backups)).toEqual({
      newestAt: new Date(times[1] ?? ''),
      kept: 2,
      failure: undefined,
    })
    writeFileSync(
      path.join(backups, 'last-failure.json'),
      '{"at":"2026-11-27T03:00:00.000Z","message":"full"}',
    )
    expect(readBackups(backups).failure).toEqual({
      at: new Date('2026-11-27T03:00:00Z'),
      message: 'full',
    })
  })
})

describe('secrets', () => {
  const variables = {
    SMTP_URL: 'smtps://desk:p%40ssword@mail.test',
    AUTH_SEAL_KEY: 'seal-key-seal-key',
    WHATSAPP_VAULT_KEYS: 'new:bbbbbbbb,old:aaaaaaaa',
    EFI_CERTIFICATE_FILE: '/etc/efi.p12',
    PORT: '808080',
  }

  it('are hidden wherever they stand, percent-encoded or not', () => {
    const text = 'p%40ssword p@ssword seal-key-seal-key old:aaaaaaaa /etc/efi.p12 808080'
    expect(hideSecrets(text, listSecrets(variables))).toBe('… … … … /etc/efi.p12 808080')
  })

  it('that other accounts may read are told', async () => {
    const secrets = path.join(folder, 'secrets')
    mkdirSync(secrets, { mode: 0o755 })
    expect(await secretsCheck({}, secrets).run()).toMatchObject({ status: 'problem' })
    expect(await secretsCheck({}, path.join(folder, 'none')).run()).toMatchObject({ status: 'ok' })
  })
})

describe('checks that run together', () => {
  const check = (name: string, run: Check['run']): Check => ({ name, run })

  it('have a finding each, in order, also where one fails or never ends', async () => {
    const findings = await runChecks(
      [
        check('well', async () => ok('fine')),
        check('hangs', () => new Promise(() => undefined)),
        check('fails', () => Promise.reject(new Error('no such thing'))),
      ],
      50,
    )
    expect(findings.map(({ name, status }) => [name, status])).toEqual([
      ['well', 'ok'],
      ['hangs', 'problem'],
      ['fails', 'problem'],
    ])
    expect(isWell(findings)).toBe(false)
    const text = formatFindings(findings)
    expect(text).toContain('✗ hangs  no answer within 0.05 s')
    expect(text).toContain('could not be looked at: no such thing')
    expect(text).toMatch(/2 problems, 0 warnings\n$/)
  })

  it('are well with warnings alone', () => {
    expect(isWell([{ name: 'x', status: 'warning', message: 'm', remedy: 'r' }])).toBe(true)
  })
})
