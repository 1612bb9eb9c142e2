import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { companyId, type CompanyId } from '@balcao/contracts'
import { SECOND, systemClock, type ServicePorts } from '@balcao/kernel'
import { createMemoryCache, type Resolve } from '@balcao/platform'
import { KEEPS_CONNECTIONS, hostileAnswers, hostileUrls, startCanary, type Canary } from '@balcao/testkit'

import { httpLinkPages } from '../src/adapters/http-link-pages'
import { LinkPreviews, type LinkPages } from '../src/features/link-previews'
import { createCompanySetting } from '../src/features/sessions'

const acme = companyId(1)
const other = companyId(2)

/* A name server controlled by the author of the link. */
const resolve: Resolve = (hostname, _options, answer) =>
  answer(
    null,
    (hostileAnswers[hostname] ?? ['127.0.0.1']).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    })),
  )

const PAGE =
  '<title>Loja</title><meta property="og:description" content="Tudo"><meta property="og:image" content="/a.png">'

let server: Server
let origin: string
let asked: string[]
let answer: RequestListener

beforeEach(async () => {
  asked = []
  answer = (_request, response) => response.setHeader('content-type', 'text/html').end(PAGE)
  server = createServer(KEEPS_CONNECTIONS, (request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.closeAllConnections()
  return new Promise((done) => server.close(done))
})

const signal = () => AbortSignal.timeout(60 * SECOND)

describe('a page behind a link', () => {
  let canary: Canary
  let pages: LinkPages

  beforeEach(async () => {
    canary = await startCanary()
    pages = httpLinkPages([origin], resolve)
  })
  afterEach(() => canary.close())

  it('is read', async () => {
    const page = await pages.fetch(`${origin}/p`, signal())
    expect(page).toMatchObject({ url: `${origin}/p`, contentType: 'text/html', isWhole: true })
    expect(page.body.toString()).toBe(PAGE)
  })

  it('is never on a private address', async () => {
    const links = [
      ...hostileUrls(canary.port),
      'http://127.0.0.1/',
      'http://169.254.169.254/latest/meta-data/',
    ]
    for (const link of links) {
      const outcome = await pages.fetch(link, signal()).catch((error: unknown) => error)
      expect({ link, outcome }).toMatchObject({ link, outcome: expect.any(Error) as Error })
    }
    expect(canary.connections()).toBe(0)
  })

  it.each([
    'http://169.254.169.254/latest/',
    'http://private.test/',
    '//127.0.0.1:canary/',
    'file:///etc/passwd',
  ])('is not looked for where a redirect to %s leads', async (location) => {
    answer = (_request, response) =>
      response.writeHead(302, { location: location.replace('canary', `${canary.port}`) }).end()
    await expect(pages.fetch(`${origin}/p`, signal())).rejects.toMatchObject({ code: 'ERR_URL_NOT_ALLOWED' })
    expect(canary.connections()).toBe(0)
    expect(asked).toEqual(['/p'])
  })

  it('is found behind three redirects, and not behind four', async () => {
    answer = ({ url = '' }, response) => {
      const left = Number(url.slice(1))
      if (left === 0) response.end(PAGE)
      else response.writeHead(301, { location: `/${left - 1}` }).end()
    }
    expect(await pages.fetch(`${origin}/3`, signal())).toMatchObject({ url: `${origin}/0` })
    await expect(pages.fetch(`${origin}/4`, signal())).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
  })

  it('is read no further than half a mebibyte', async () => {
    answer = (_request, response) => response.end(Buffer.alloc(5 * 1024 * 1024, PAGE))
    const page = await pages.fetch(`${origin}/p`, signal())
    expect(page.isWhole).toBe(false)
    expect(page.body).toHaveLength(512 * 1024)
  })

  it.each<[string, RequestListener]>([
    ['an error', (_request, response) => response.writeHead(404).end(PAGE)],
    [
      'what is packed',
      (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(PAGE),
    ],
    ['a redirect to nowhere', (_request, response) => response.writeHead(302).end()],
    ['nothing', (request) => request.socket.destroy()],
  ])('is not %s', async (_name, behaviour) => {
    answer = behaviour
    await expect(pages.fetch(`${origin}/p`, signal())).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
  })
})

describe('a preview', () => {
  const signals = { linkPreviewed: jest.fn(), linkNotPreviewed: jest.fn() }
  const picture = jest.fn(() => Promise.resolve({ width: 2, height: 1, thumbnail: Buffer.from('jpeg') }))
  let settings: Record<number, string>

  const open = (withinMs = 60 * SECOND) => {
    settings = { [acme]: 'enabled', [other]: 'disabled' }
    const cache = createMemoryCache({ clock: systemClock })
    const getSettings = ({ companyId: id }: { companyId: CompanyId }) =>
      Promise.resolve({ settings: { linkPreviews: settings[id] ?? '' } })
    const ports = { cache, rpc: { auth: { getSettings } } } as unknown as ServicePorts
    return new LinkPreviews({
      pages: httpLinkPages([origin], resolve),
      previews: { picture },
      cache,
      isWanted: createCompanySetting(ports, 'linkPreviews', () => undefined),
      signals,
      withinMs,
    })
  }

  it('is made for the company that wants it, and nothing is fetched for another', async () => {
    const links = open()
    expect(await links.find(other, `veja ${origin}/p`)).toBeUndefined()
    expect(asked).toEqual([])
    expect(await links.find(acme, `veja ${origin}/p!`)).toEqual({
      matchedText: `${origin}/p`,
      title: 'Loja',
      description: 'Tudo',
      thumbnail: Buffer.from('jpeg'),
    })
    expect(asked).toEqual(['/p', '/a.png'])
  })

  it('is fetched once, however many messages have the link, at once or one after the other', async () => {
    const links = open()
    const all = await Promise.all(Array.from({ length: 20 }, () => links.find(acme, `${origin}/p`)))
    for (let more = 0; more < 20; more += 1) all.push(await links.find(acme, `oi ${origin}/p`))
    expect(new Set(all.map((preview) => JSON.stringify(preview))).size).toBe(1)
    expect(asked).toEqual(['/p', '/a.png'])
  })

  it.each<[string, RequestListener]>([
    ['a page that is broken', (_request, response) => response.end('<html>')],
    ['an error', (_request, response) => response.writeHead(500).end()],
    ['a file', (_request, response) => response.setHeader('content-type', 'application/pdf').end(PAGE)],
  ])('is none for %s, which is not asked again', async (_name, behaviour) => {
    answer = behaviour
    const links = open()
    for (let time = 0; time < 3; time += 1) expect(await links.find(acme, `${origin}/p`)).toBeUndefined()
    expect(asked).toEqual(['/p'])
  })

  it('is none where the server is too slow', async () => {
    answer = (_request, response) => void response.write('<title>')
    expect(await open(100).find(acme, `${origin}/p`)).toBeUndefined()
    expect(asked).toEqual(['/p'])
  })

  it('goes without a picture that is too slow, gone or too large', async () => {
    answer = ({ url }, response) => {
      if (url === '/a.png') response.end(Buffer.alloc(600 * 1024))
      else response.end(PAGE)
    }
    expect(await open().find(acme, `${origin}/p`)).toMatchObject({
      title: 'Loja',
      thumbnail: Buffer.alloc(0),
    })
  })

  it('is none for a text without a link, and settings are not even asked', async () => {
    expect(await open().find(acme, 'bom dia')).toBeUndefined()
    expect(asked).toEqual([])
  })
})
