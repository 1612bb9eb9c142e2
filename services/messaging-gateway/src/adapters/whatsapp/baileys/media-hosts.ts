import { MINUTE, SECOND, type OutgoingHttp } from '@balcao/kernel'
import { createOutgoingHttp, buildUrlOnHost, type Resolve } from '@balcao/platform'

const DOWNLOAD_HOST = 'https://mmg.whatsapp.net'
/* WhatsApp's largest file has 2 GB; the desk's own limit is lower and applies while the file is stored. */
const MAX_BYTES = 2 * 1024 ** 3 + 1024 ** 2

/** WhatsApp's media hosts: the only hosts that URLs of messages, pictures and uploads may name. */
export class MediaHosts {
  readonly http: OutgoingHttp
  /** Options that restrict the library's own `fetch` to these hosts. */
  readonly fetchOptions: RequestInit

  /** @param base one origin that replaces all media hosts, from configuration; '' for WhatsApp's own. */
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
    // Node's types of `fetch` are from another undici version than the dispatcher's.
    this.fetchOptions = { dispatcher: client.dispatcher as unknown as RequestInit['dispatcher'] }
  }

  /** The URL of a message's file. @throws {AppError} ERR_URL_NOT_ALLOWED when the path leads to another host. */
  fileUrl(directPath: string): URL {
    return buildUrlOnHost(this.base || DOWNLOAD_HOST, directPath)
  }

  /** @param hostname from the server's list of upload hosts. @throws {AppError} ERR_URL_NOT_ALLOWED */
  uploadUrl(hostname: string, path: string): URL {
    return buildUrlOnHost(this.base || this.http.check(`https://${hostname}/`), path)
  }
}
