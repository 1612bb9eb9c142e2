import { text } from 'node:stream/consumers'

import { AppError, SECOND } from '@balcao/kernel'
import { createOutgoingHttp } from '@balcao/platform'

import type { WebClient } from '../../features/client-version/web-client.port'

const MAX_BYTES = 8 * 1024 * 1024

/*
 * Without these headers the host answers with a page for outdated
 * browsers (@whiskeysockets/baileys 7.0.0-rc14 Utils/generics.js).
 */
const HEADERS = {
  'sec-fetch-site': 'none',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
}

const unavailable = (detail: string, cause?: unknown) => new AppError('ERR_UNAVAILABLE', { detail, cause })

/** @param origin the web client's origin, from configuration. */
export function httpWebClient(origin: string): WebClient {
  const http = createOutgoingHttp({
    trustedOrigins: [new URL(origin).origin],
    maxBytes: MAX_BYTES,
    totalMs: 30 * SECOND,
    idleMs: 10 * SECOND,
  })
  return {
    fetchServiceWorker: async () => {
      try {
        const { status, body } = await http.send(`${origin}/sw.js`, { headers: HEADERS })
        const script = await text(body)
        if (status !== 200) throw unavailable(`sw.js was answered with ${status}`)
        return script
      } catch (error) {
        throw unavailable('sw.js could not be read', error)
      }
    },
  }
}
