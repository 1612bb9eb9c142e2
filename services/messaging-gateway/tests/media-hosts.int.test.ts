import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { Resolve } from '@balcao/platform'
import { hostileAnswers, hostileUrls, startCanary, type Canary } from '@balcao/testkit'
import * as baileys from '@whiskeysockets/baileys'

import { MediaHosts } from '../src/adapters/whatsapp/baileys/media-hosts'
import { download, fetchPlain, createUploader } from '../src/adapters/whatsapp/baileys/media-transfer'

const mediaKey = Buffer.alloc(32, 1)

/* A name server controlled by the author of the URL: every other name resolves to this machine. */
const resolve: Resolve = (hostname, _options, answer) =>
  answer(
    null,
    (hostileAnswers[hostname] ?? ['127.0.0.1']).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    })),
  )

/* Texts that turn into another host behind `https://mmg.whatsapp.net`, by parsing or by joining. */
const hostilePaths = (port: number): string[] => {
  const here = `127.0.0.1:${port}`
  const slashes = [
    '//',
    '/\\',
    '\\/',
    '\\\\',
    '/\t/',
    '/\n/',
    '/\r\n\\',
    '\t//',
    ' //',
    '///',
    '/\\/\\',
    '\\',
  ]
  return [
    ...slashes.map((start) => `${start}${here}/v/t62/a.enc`),
    ...['@', ':x@', '.loopback.test:', ':', '%2f@', '\\@', '\t@'].map((start) => `${start}${here}/a.enc`),
    ...hostileUrls(port),
  ]
}

describe('a path or URL from a message', () => {
  let canary: Canary
  let hosts: MediaHosts
  let folder: string
  let file: string

  beforeAll(async () => {
    canary = await startCanary()
    hosts = new MediaHosts('', resolve)
    folder = await mkdtemp(path.join(tmpdir(), 'balcao-media-'))
    file = path.join(folder, 'file')
    await writeFile(file, 'x')
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
    await canary.close()
  })

  const ticket = (directPath: string) => ({
    directPath,
    mediaKey: mediaKey.toString('base64'),
    type: 'image' as const,
    fileEncSha256: '',
    fileSha256: '',
    url: '',
    mimetype: 'image/jpeg',
    fileLength: 1,
  })
  const upload = (hostname: string) =>
    createUploader(baileys, hosts, () => Promise.resolve({ auth: 'a', hosts: [{ hostname }] }))(file, {
      fileEncSha256B64: 'aGk=',
      mediaType: 'image',
    } as never)
  const libraryDownload = async (place: { directPath?: string; url?: string }) => {
    const options = hosts.fetchOptions
    const stream = await baileys.downloadContentFromMessage({ ...place, mediaKey }, 'md-msg-hist', {
      options,
    })
    for await (const _chunk of stream) continue
  }

  it.each<[string, (said: string) => Promise<unknown>]>([
    ['the path of a file', (said) => download(baileys, hosts, ticket(said))],
    ['the URL of a profile picture', (said) => fetchPlain(hosts, said)],
    ['the host of an upload', upload],
    ['the host of an upload with a path', (said) => upload(said.replace(/^\w*:\/\//, ''))],
    ['the path of a history that the library fetches', (directPath) => libraryDownload({ directPath })],
    ['a URL that the library fetches', (url) => libraryDownload({ url })],
  ])('leads nowhere else: %s', async (_sink, use) => {
    for (const said of hostilePaths(canary.port)) {
      const outcome = await use(said).then(
        () => 'answered',
        () => 'refused',
      )
      expect({ said, outcome }).toEqual({ said, outcome: 'refused' })
    }
    expect(canary.connections()).toBe(0)
  })

  it.each(['/v/t62/\\@evil.example/a', '/\\evil.example/a', '//evil.example/a', '/v\t/a', 'v/a', ''])(
    'is not taken with %j in it',
    (said) =>
      expect(() => hosts.fileUrl(said)).toThrow(
        expect.objectContaining({ code: 'ERR_URL_NOT_ALLOWED' }) as Error,
      ),
  )

  it('keeps query, dots and at signs of a good one', () => {
    const url = hosts.fileUrl('/v/t62.7118-24/x@y:1/../a_n.enc?ccb=11-4&oh=01_Q5&oe=66')
    expect(url.href).toBe('https://mmg.whatsapp.net/v/t62.7118-24/a_n.enc?ccb=11-4&oh=01_Q5&oe=66')
    expect(hosts.uploadUrl('media-gru1-1.cdn.whatsapp.net', '/mms/image/x?auth=1').href).toBe(
      'https://media-gru1-1.cdn.whatsapp.net/mms/image/x?auth=1',
    )
  })
})
