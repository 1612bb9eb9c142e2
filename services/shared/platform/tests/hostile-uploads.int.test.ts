import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import {
  companyId,
  endpoint,
  object,
  route,
  strictHandling,
  text,
  userId,
  type Sent,
} from '@balcao/contracts'
import { AppError, systemClock, type ServicePorts } from '@balcao/kernel'
import { KEEPS_CONNECTIONS, waitFor } from '@balcao/testkit'

import type { UploadLimits } from '../src/http/edge-settings'
import { createHttpApp } from '../src/http/http-app'
import { createHttpEdge } from '../src/http/http-edge'
import { createRateLimits } from '../src/http/rate-limits'

/* Files of callers who mean harm: what reaches the disk, and what is left there. */

const GENEROUS_MS = 90_000
const MAX_FILE_BYTES = 100_000

const uploadBody = object({ title: text(50).optional() })
const upload = {
  body: uploadBody,
  uploads: { field: 'medias', maxCount: 10 },
  tag: 'messages',
  summary: '',
} as const
interface Uploaded {
  body: Sent<typeof uploadBody>
  answer: unknown
}
const bySession = endpoint(route('post', '/session').with<Uploaded>(), { ...upload, access: 'user' })
const byToken = endpoint(route('post', '/token').with<Uploaded>(), {
  ...upload,
  access: 'api-token',
  rate: 'send-api',
})

const ports = {
  clock: systemClock,
  tokens: {
    verify: async (token: string) => {
      if (token !== 'ana') throw new AppError('ERR_UNAUTHORIZED')
      return { userId: userId(1), companyId: companyId(1), tokenVersion: 1 }
    },
  },
  sessions: { resolve: async () => ({ userId: userId(1), profile: 'user', super: false, dueAt: null }) },
} as unknown as ServicePorts

interface Desk {
  url: string
  port: number
  uploadDir: string
  /** Requests whose files are in the handler's hands. */
  handling: number
  identified: number
  release(): void
}

const servers: Server[] = []
const sockets: Socket[] = []
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function startDesk(
  limits: Partial<UploadLimits> = {},
  options: { holds?: boolean; rateFactor?: number } = {},
): Promise<Desk> {
  const uploadDir = path.join(mkdtempSync(path.join(tmpdir(), 'balcao-hostile-')), 'uploads')
  let release: () => void = () => undefined
  const held = options.holds ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve()
  const desk = { uploadDir, handling: 0, identified: 0, url: '', port: 0, release: () => release() }
  const handle = async ({ files }: { files: unknown[] }) => {
    desk.handling += 1
    await held
    return { files: files.length }
  }
  const edge = createHttpEdge(ports, 'tickets')
  edge.route(bySession, handle)
  edge.routeByToken(
    byToken,
    async (token) => {
      desk.identified += 1
      if (token !== 'ours') throw new AppError('ERR_UNAUTHORIZED')
      return { id: 7 }
    },
    handle,
  )
  const app = createHttpApp(
    {
      allowedOrigins: [],
      isHttps: false,
      trustedProxies: ['127.0.0.1'],
      edge: {
        rateLimits: createRateLimits(options.rateFactor ?? 0),
        uploadDir,
        maxUploadBytes: MAX_FILE_BYTES,
        uploadLimits: { reserveBytes: 0, ...limits },
      },
    },
    (root) => root.use(edge.router),
  )
  const server = createServer(KEEPS_CONNECTIONS, app).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  desk.port = (server.address() as AddressInfo).port
  desk.url = `http://127.0.0.1:${desk.port}`
  return desk
}

const left = ({ uploadDir }: Desk): string[] => (existsSync(uploadDir) ? readdirSync(uploadDir) : [])

const buildForm = (count: number, fields: Record<string, string> = {}) => {
  const form = new FormData()
  for (let at = 0; at < count; at++) form.append('medias', new Blob(['x'.repeat(50_000)]), `${at}.txt`)
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const send = async (desk: Desk, route: string, token: string, body: FormData, address = '10.0.0.1') => {
  const response = await fetch(`${desk.url}${route}`, {
    method: 'POST',
    headers: { ...strictHandling, authorization: `Bearer ${token}`, 'x-forwarded-for': address },
    body,
  })
  return {
    status: response.status,
    error: ((await response.json()) as { error?: string }).error,
    retryAfter: response.headers.get('retry-after'),
  }
}

const PART_HEAD = '--XX\r\nContent-Disposition: form-data; name="medias"; filename="a.txt"\r\n\r\n'
const FORM_END = '\r\n--XX--\r\n'

/* The head of a form and some of its file, and then whatever the test does. */
function begin(desk: Desk, bytes: number, route = '/session', token = 'ana') {
  const socket = connect(desk.port, '127.0.0.1')
  sockets.push(socket)
  let heard = ''
  let isOver = false
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
  socket.on('error', () => undefined)
  socket.on('close', () => (isOver = true))
  socket.write(
    [
      `POST ${route} HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${token}`,
      'content-type: multipart/form-data; boundary=XX',
      `content-length: ${MAX_FILE_BYTES}`,
      '',
      '',
    ].join('\r\n'),
  )
  socket.write(PART_HEAD + 'x'.repeat(bytes))
  return { socket, heard: () => heard, isOver: () => isOver }
}

const eventually = (condition: () => boolean) => waitFor(condition, GENEROUS_MS)

/** Begins a file and waits until it is the `stored`th on disk. A slot is free a moment after its file is gone: what is refused begins anew. */
async function beginStored(desk: Desk, stored: number) {
  let begun = begin(desk, 40_000)
  await eventually(() => {
    if (begun.heard().startsWith('HTTP/1.1 429')) begun = begin(desk, 40_000)
    return left(desk).length === stored
  })
  return begun
}

/** The first answer that is no refusal for want of a slot. */
async function sendWhenFree(desk: Desk) {
  let answer = await send(desk, '/session', 'ana', buildForm(1))
  await waitFor(async () => {
    if (answer.status === 429) answer = await send(desk, '/session', 'ana', buildForm(1))
    return answer.status !== 429
  }, GENEROUS_MS)
  return answer
}

describe('an unknown caller', () => {
  it.each(['/session', '/token'])('writes nothing to disk: ten files to %s', async (route) => {
    const desk = await startDesk()
    expect(await send(desk, route, 'wrong', buildForm(10))).toMatchObject({
      status: 401,
      error: 'ERR_UNAUTHORIZED',
    })
    // The folder itself is made with the first file.
    expect(existsSync(desk.uploadDir)).toBe(false)
    expect(desk.handling).toBe(0)
  })

  it('is told nothing of the body it sent', async () => {
    const desk = await startDesk()
    expect(await send(desk, '/token', 'wrong', buildForm(0, { nonsense: 'x' }))).toMatchObject({
      status: 401,
    })
  })

  it('is counted by address, whatever token it makes up, before the token is looked up', async () => {
    const desk = await startDesk({}, { rateFactor: 3 / 3_000 })
    for (const token of ['a', 'b', 'c'])
      expect(await send(desk, '/token', token, buildForm(0))).toMatchObject({ status: 401 })
    expect(await send(desk, '/token', 'd', buildForm(0))).toMatchObject({
      status: 429,
      error: 'ERR_TOO_MANY_REQUESTS',
    })
    expect(desk.identified).toBe(3)
    expect(await send(desk, '/token', 'd', buildForm(0), '10.0.0.2')).toMatchObject({ status: 401 })
  })

  it('takes nothing from those who prove who they are', async () => {
    const desk = await startDesk({}, { rateFactor: 3 / 3_000 })
    for (let at = 0; at < 5; at++)
      expect(await send(desk, '/token', 'ours', buildForm(1))).toMatchObject({ status: 200 })
  })
})

describe('uploads at once', () => {
  it('are limited for an address and for all, and free again when they are over', async () => {
    const desk = await startDesk({ atOnce: 3, atOncePerAddress: 2 }, { holds: true })
    const first = [send(desk, '/session', 'ana', buildForm(1)), send(desk, '/token', 'ours', buildForm(1))]
    await eventually(() => desk.handling === 2)
    expect(await send(desk, '/session', 'ana', buildForm(1))).toEqual({
      status: 429,
      error: 'ERR_TOO_MANY_REQUESTS',
      retryAfter: '2',
    })
    const other = send(desk, '/session', 'ana', buildForm(1), '10.0.0.2')
    await eventually(() => desk.handling === 3)
    expect(await send(desk, '/session', 'ana', buildForm(1), '10.0.0.3')).toMatchObject({ status: 429 })
    desk.release()
    for (const { status } of await Promise.all([...first, other])) expect(status).toBe(200)
    await eventually(() => left(desk).length === 0)
    expect(await sendWhenFree(desk)).toMatchObject({ status: 200 })
  })

  it('that break off give their slot back and leave no file', async () => {
    const desk = await startDesk({ atOncePerAddress: 2 })
    for (let round = 0; round < 5; round++) {
      const broken = [await beginStored(desk, 1), await beginStored(desk, 2)]
      for (const { socket } of broken) socket.destroy()
      await eventually(() => left(desk).length === 0)
    }
    expect(desk.handling).toBe(0)
    expect(await sendWhenFree(desk)).toMatchObject({ status: 200 })
  })
})

describe('a slow body', () => {
  it('is ended with an answer, gives its slot back and leaves no file', async () => {
    const desk = await startDesk({ slowAfterMs: 300, atOncePerAddress: 1 })
    const slow = begin(desk, 4_000)
    await eventually(() => left(desk).length === 1)
    await eventually(slow.isOver)
    expect(slow.heard()).toMatch(/^HTTP\/1\.1 400 /)
    expect(slow.heard()).toContain('ERR_MALFORMED_REQUEST')
    await eventually(() => left(desk).length === 0)
    expect(await send(desk, '/session', 'ana', buildForm(1), '127.0.0.1')).toMatchObject({ status: 200 })
  })

  it('is ended also when a byte comes now and then', async () => {
    const desk = await startDesk({ slowAfterMs: 300 })
    const slow = begin(desk, 4_000, '/token', 'ours')
    const drip = setInterval(() => slow.socket.write('x'), 20)
    await eventually(slow.isOver)
    clearInterval(drip)
    expect(slow.heard()).toContain('ERR_MALFORMED_REQUEST')
    await eventually(() => left(desk).length === 0)
  })

  it('that keeps coming is waited for', async () => {
    const desk = await startDesk({ slowAfterMs: 1_000 })
    const steady = begin(desk, 2_000)
    let missing = MAX_FILE_BYTES - PART_HEAD.length - 2_000 - FORM_END.length
    const flow = setInterval(() => {
      const next = Math.min(missing, 10_000)
      missing -= next
      steady.socket.write('x'.repeat(next))
      if (missing > 0) return
      clearInterval(flow)
      steady.socket.write(FORM_END)
    }, 200)
    await eventually(() => steady.heard() !== '')
    expect(steady.heard()).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('a volume', () => {
  it('keeps its reserve: files that would take it are refused', async () => {
    const desk = await startDesk({ reserveBytes: 2 ** 60 })
    expect(await send(desk, '/session', 'ana', buildForm(1))).toMatchObject({
      status: 503,
      error: 'ERR_MEDIA_STORE_FULL',
    })
    expect(left(desk)).toEqual([])
  })

  it('is not asked for more than the files of a request may have', async () => {
    const desk = await startDesk()
    const socket = connect(desk.port, '127.0.0.1')
    sockets.push(socket)
    let heard = ''
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
    socket.write(
      'POST /session HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ana\r\n' +
        'content-type: multipart/form-data; boundary=XX\r\ncontent-length: 999999999\r\n\r\n',
    )
    await eventually(() => heard.includes(`"limitBytes":${MAX_FILE_BYTES}`))
    expect(heard).toMatch(/^HTTP\/1\.1 413 /)
    expect(left(desk)).toEqual([])
  })
})

describe('a refused form', () => {
  it.each([
    ['an unknown field after its files', buildForm(10, { nonsense: 'x' }), 400],
    ['a file too many', buildForm(11), 400],
    ['a field that is too long', buildForm(2, { title: 'x'.repeat(60) }), 400],
  ])('with %s leaves no file', async (_name, form, status) => {
    const desk = await startDesk()
    expect((await send(desk, '/session', 'ana', form)).status).toBe(status)
    await eventually(() => left(desk).length === 0)
    expect(desk.handling).toBe(0)
  })
})
