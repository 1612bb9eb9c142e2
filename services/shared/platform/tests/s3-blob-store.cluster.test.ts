import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { companyId } from '@balcao/contracts'
import {
  createMediaCookies,
  createMediaLinks,
  createS3BlobStore,
  defineConfig,
  mediaRouter,
  readConfig,
  s3Fields,
  buildS3Settings,
  type S3Settings,
} from '@balcao/platform'
import {
  KEEPS_CONNECTIONS,
  buildSession,
  describeBlobStore,
  fakeTokens,
  fixedClock,
  needsEngines,
  fakeToken,
} from '@balcao/testkit'
import express from 'express'

const mediaConfig = defineConfig({ title: 'media', fields: s3Fields, build: buildS3Settings })
const settings = readConfig(mediaConfig)
const absent: S3Settings = {
  bucket: 'media',
  region: 'us-east-1',
  endpoint: 'http://127.0.0.1:9',
  credentials: { accessKey: 'a', secretKey: 'b' },
  isPathStyle: true,
}
const newKey = () => `companies/7/2026/11/${randomBytes(16).toString('hex')}.mp4`

const MEBIBYTE = 1024 * 1024
const megabytes = (count: number, last: () => void = () => undefined) =>
  Readable.from(
    (function* () {
      for (let index = 0; index < count; index += 1) yield Buffer.alloc(MEBIBYTE, index)
      last()
    })(),
  )

needsEngines('s3')('media in S3', () => {
  const given = settings ?? absent
  describeBlobStore('S3', () => Promise.resolve(createS3BlobStore(given)))
  const blobs = createS3BlobStore(given)

  const unfinished = async () => {
    const client = new S3Client({
      region: given.region,
      forcePathStyle: given.isPathStyle,
      ...(given.endpoint && { endpoint: given.endpoint }),
      ...(given.credentials && {
        credentials: {
          accessKeyId: given.credentials.accessKey,
          secretAccessKey: given.credentials.secretKey,
        },
      }),
    })
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: given.bucket }))
    client.destroy()
    return Uploads.map(({ Key }) => Key)
  }

  it('takes a stream of many parts', async () => {
    const key = newKey()
    expect(await blobs.put(key, megabytes(23))).toEqual({ sizeBytes: 23 * MEBIBYTE })
    const bytes: Buffer[] = []
    for await (const chunk of (await blobs.get(key, { start: 12 * MEBIBYTE - 1, end: 12 * MEBIBYTE })) ?? [])
      bytes.push(Buffer.from(chunk as Uint8Array))
    expect([...Buffer.concat(bytes)]).toEqual([11, 12])
    await blobs.delete(key)
  })

  it.each([
    ['is too large', () => megabytes(30), { maxBytes: 20 * MEBIBYTE }, 'ERR_MEDIA_TOO_LARGE'],
    [
      'breaks off',
      () =>
        megabytes(20, () => {
          throw new Error('the phone hung up')
        }),
      {},
      'the phone hung up',
    ],
  ])('leaves no object and no parts of a stream that %s', async (_how, stream, limits, message) => {
    const key = newKey()
    await expect(blobs.put(key, stream(), limits)).rejects.toThrow(message)
    expect(await blobs.info(key)).toBeUndefined()
    expect(await unfinished()).not.toContain(key)
  })

  it.each([
    '../secret',
    '/etc/hostname',
    'a//b',
    'a\\b',
    'a/.hidden',
    'a\0b',
    'a/',
    '',
    `${'a'.repeat(256)}`,
  ])('has no object %j', async (key) => {
    expect(await blobs.get(key)).toBeUndefined()
    expect(await blobs.info(key)).toBeUndefined()
    await blobs.delete(key)
    await expect(blobs.put(key, Buffer.from('x'))).rejects.toThrow('Not a blob key')
  })

  it('is not a listing', async () => {
    const key = newKey()
    await blobs.put(key, Buffer.from('x'))
    expect(await blobs.get('companies/7')).toBeUndefined()
    expect(await blobs.info('companies/7')).toBeUndefined()
    expect(await blobs.get(`${key}/d`)).toBeUndefined()
  })

  it('is served by signed links, in ranges too', async () => {
    const clock = fixedClock()
    const mediaLinks = createMediaLinks('s'.repeat(32), clock)
    const session = buildSession({ companyId: companyId(7) })
    const ports = {
      blobs,
      clock,
      mediaLinks,
      tokens: fakeTokens(),
      mediaCookies: createMediaCookies('s'.repeat(32), clock),
      sessions: { resolve: async () => ({ ...session, asOf: { user: 1, company: 1 } }) },
    }
    const key = newKey()
    await blobs.put(key, Buffer.from('0123456789'))
    const server = createServer(KEEPS_CONNECTIONS, express().use(mediaRouter(ports)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const link = mediaLinks.sign(companyId(7), key, { name: 'a.mp4', mimeType: 'video/mp4' })
    const url = `http://127.0.0.1:${port}${link}`
    const headers = { authorization: `Bearer ${fakeToken(session)}` }
    expect(await (await fetch(url, { headers })).text()).toBe('0123456789')
    const part = await fetch(url, { headers: { ...headers, range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ])
    expect((await fetch(url, { headers: { ...headers, range: 'bytes=90-' } })).status).toBe(416)
    await blobs.delete(key)
    expect((await fetch(url, { headers })).status).toBe(404)
    server.close()
  })

  it('tells wrong keys from a store that is away', async () => {
    const stranger = createS3BlobStore({
      ...given,
      credentials: { accessKey: 'nobody', secretKey: 'nothing' },
    })
    await expect(stranger.info(newKey())).rejects.not.toMatchObject({ code: 'ERR_UNAVAILABLE' })
  })
})

describe('an S3 store that is away', () => {
  const blobs = createS3BlobStore(absent)

  it.each([
    ['put', () => blobs.put(newKey(), megabytes(12))],
    ['get', () => blobs.get(newKey())],
    ['info', () => blobs.info(newKey())],
    ['delete', () => blobs.delete(newKey())],
  ])('says so to %s', async (_what, call) => {
    await expect(call()).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
  })
})
