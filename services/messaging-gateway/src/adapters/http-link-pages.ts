import { AppError, SECOND, type OutgoingPolicy } from '@balcao/kernel'
import { createOutgoingHttp, type Resolve } from '@balcao/platform'

import type { Fetched, LinkPages } from '../features/link-previews/link-pages.port'

const MAX_BYTES = 512 * 1024
const MAX_REDIRECTS = 3

const HEADERS = {
  accept: 'text/html,application/xhtml+xml,image/jpeg,image/png,image/webp',
  // No content encoding: the response is not decompressed here.
  'accept-encoding': 'identity',
  'user-agent': 'Mozilla/5.0 (compatible; Balcao; link preview)',
}

const policy: OutgoingPolicy = {
  allowsPlainHttp: true,
  // Larger than MAX_BYTES, so that a longer page is cut in readHead's loop and does not fail the request.
  maxBytes: 2 * MAX_BYTES,
  totalMs: 10 * SECOND,
  idleMs: 3 * SECOND,
}

const unavailable = (detail: string) => new AppError('ERR_UNAVAILABLE', { detail })

async function readStart(body: AsyncIterable<Buffer>): Promise<Pick<Fetched, 'body' | 'isWhole'>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    // `break` destroys the stream and closes the connection.
    if (size > MAX_BYTES) break
  }
  return { body: Buffer.concat(chunks).subarray(0, MAX_BYTES), isWhole: size <= MAX_BYTES }
}

/**
 * Link pages over HTTP. Each redirect is a separate request, and its address is checked like the first.
 * @param trustedOrigins private addresses that may be fetched nevertheless, from configuration or a test.
 */
export function httpLinkPages(trustedOrigins: readonly string[] = [], resolve?: Resolve): LinkPages {
  const http = createOutgoingHttp({ ...policy, trustedOrigins }, resolve)
  return {
    fetch: async (link, signal) => {
      let url = http.check(link)
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        const answer = await http.send(url, { headers: HEADERS, signal, answersRedirect: true })
        const { status, headers, body } = answer
        if (status === 200 && (headers['content-encoding'] ?? 'identity') === 'identity') {
          const contentType = headers['content-type'] ?? ''
          return { url: url.href, contentType, ...(await readStart(body as AsyncIterable<Buffer>)) }
        }
        body.on('error', () => undefined).destroy()
        const { location } = headers
        if (status < 300 || status >= 400 || !location || !URL.canParse(location, url.href))
          throw unavailable(`answered with ${status}`)
        url = new URL(location, url)
      }
      throw unavailable('too many redirects')
    },
  }
}
