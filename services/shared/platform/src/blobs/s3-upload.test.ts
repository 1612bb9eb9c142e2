import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

import { waitFor } from '@balcao/testkit'

import { createS3BlobStore } from './s3-blob-store'

const MEBIBYTE = 1024 * 1024

/** As much of S3 as a multipart upload needs; parts are answered when the test says so. */
async function slowStore() {
  const parts: ServerResponse[] = []
  const calls: string[] = []
  const answer = (response: ServerResponse, body: string) =>
    response.setHeader('etag', '"e"').end(`<?xml version="1.0"?>${body}`)
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const { searchParams } = new URL(request.url ?? '', 'http://store')
    calls.push(`${request.method} ${searchParams.has('partNumber') ? 'part' : 'upload'}`)
    request.resume().on('end', () => {
      if (searchParams.has('partNumber')) parts.push(response)
      else if (request.method === 'DELETE') response.writeHead(204).end()
      else if (searchParams.has('uploads'))
        answer(
          response,
          '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>',
        )
      else answer(response, '<CompleteMultipartUploadResult><ETag>e</ETag></CompleteMultipartUploadResult>')
    })
  }
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const blobs = createS3BlobStore({
    bucket: 'media',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKey: 'a', secretKey: 'b' },
    isPathStyle: true,
  })
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { blobs, parts, calls, stop, takePart: () => parts.shift()?.setHeader('etag', '"e"').end() }
}

describe('a stream of 200 MB into a store that is slower than its source', () => {
  it('is read no faster than its parts are taken', async () => {
    const store = await slowStore()
    let [readMb, takenParts, mostAheadMb] = [0, 0, 0]
    const source = Readable.from(
      (function* () {
        for (; readMb < 200; readMb += 1) {
          mostAheadMb = Math.max(mostAheadMb, readMb - takenParts * 5)
          yield Buffer.alloc(MEBIBYTE)
        }
      })(),
    )
    let sizeBytes = 0
    const written = store.blobs
      .put('companies/7/film.mp4', source)
      .then((info) => (sizeBytes = info.sizeBytes))
    while (takenParts < 40) {
      await waitFor(() => store.parts.length > 0)
      takenParts += 1
      store.takePart()
    }
    await written
    expect(sizeBytes).toBe(200 * MEBIBYTE)
    // Two parts on their way, one being gathered, and what streams hold between themselves.
    expect(mostAheadMb).toBeLessThan(40)
    store.stop()
  })

  it('takes its parts back when its source breaks, and tells why', async () => {
    const store = await slowStore()
    const source = new Readable({ read: () => undefined })
    const written = store.blobs.put('companies/7/film.mp4', source)
    for (let index = 0; index < 7; index += 1) source.push(Buffer.alloc(MEBIBYTE))
    await waitFor(() => store.parts.length > 0)
    source.destroy(new Error('the phone hung up'))
    store.takePart()
    await expect(written).rejects.toThrow('the phone hung up')
    expect(store.calls.at(-1)).toBe('DELETE upload')
    store.stop()
  })

  it('does not wait for ever for a source that closed without an end', async () => {
    const store = await slowStore()
    const source = new Readable({ read: () => undefined })
    const written = store.blobs.put('companies/7/film.mp4', source)
    source.push(Buffer.alloc(10))
    source.destroy()
    await expect(written).rejects.toThrow('Premature close')
    expect(store.calls).toEqual([])
    store.stop()
  })
})
