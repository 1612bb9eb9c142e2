import { MINUTE, SECOND, type OutgoingHttp } from '@balcao/kernel'
import { createOutgoingHttp, buildUrlOnHost, type Resolve } from '@balcao/platform'

const DOWNLOAD_HOST = 'https://mmg.whatsapp.net'
/* The largest file WhatsApp takes is 2 GB; the desk's own limit is smaller and applies while the file is stored. */
const MAX_BYTES = 2 * 1024 ** 3 + 1024 ** 2

/** WhatsApp's media hosts: the only ones that addresses of messages, pictures and uploads may lead to. */
export class MediaHosts {
  readonly http: OutgoingHttp
  /** Holds a `fetch` of the library's own to these hosts. */
  readonly fetchOptions: RequestInit

  /** @param base one origin in place of all media hosts, from configuration; '' for WhatsApp's own. */
  constructor(
    private readonly base: string,
    resolve?: Resolve,
  ) {
    const policy = {
      hosts: ['.whatsapp.net'],
      trustedOrigins: base ? [new URL(base).origin] : [],
      maxBytes: MAX_BYTES,
      totalMs: 30 * MINUTE,
      idleMs: 30 * SECOND,
    }
    const client = createOutgoingHttp(policy, resolve)
    this.http = client
    // Node's types of `fetch` come from another version of undici than the dispatcher's.
    this.fetchOptions = { dispatcher: client.dispatcher as unknown as RequestInit['dispatcher'] }
  }

  /** Where the file of a message lies. @throws {AppError} ERR_URL_NOT_ALLOWED when the path leads to another host. */
  fileUrl(directPath: string): URL {
    return buildUrlOnHost(this.base || DOWNLOAD_HOST, directPath)
  }

  /** @param hostname as the server named it for uploads. @throws {AppError} ERR_URL_NOT_ALLOWED */
  uploadUrl(hostname: string, path: string): URL {
    return buildUrlOnHost(this.base || this.http.check(`https://${hostname}/`), path)
  }
}
