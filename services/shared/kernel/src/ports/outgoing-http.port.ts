import type { Readable } from 'node:stream'

/** Allowed targets and limits of a caller's requests. Anything not listed is refused before connecting. */
export interface OutgoingPolicy {
  /** `mmg.whatsapp.net` is that host, `.whatsapp.net` any host below it. Absent: every host with a public address. */
  hosts?: readonly string[]
  /** Absent: 443, and 80 where plain HTTP is allowed. */
  ports?: readonly number[]
  /** Whether `http:` is allowed besides `https:`. */
  allowsPlainHttp?: boolean
  /**
   * Origins (`http://127.0.0.1:9000`) from the operator's own configuration. They may be private, and any port or protocol.
   * Never put a value here that comes from a user, a customer or a peer.
   */
  trustedOrigins?: readonly string[]
  /** Our certificate with its key as PKCS #12, for hosts that identify callers by it. */
  clientCertificate?: { pfx: Buffer; passphrase?: string }
  /** Maximum size of the answer. */
  maxBytes: number
  /** Maximum time from the call to the last byte of the answer. */
  totalMs: number
  /** The request is aborted after this time without a byte. */
  idleMs: number
}

export interface OutgoingRequest {
  /** `GET` when absent. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer | Readable
  signal?: AbortSignal
  /** Answers a redirect with its status and `location` instead of refusing it. It is not followed: the caller sends again. */
  answersRedirect?: boolean
}

export interface OutgoingAnswer {
  /** 3xx only where the request says `answersRedirect`; otherwise redirects are refused. */
  status: number
  /** Names in lower case; several of one name are joined by a comma. */
  headers: Record<string, string>
  /** The raw body, not decompressed. Read it to its end or destroy it. Fails with the codes of `send`. */
  body: Readable
}

/**
 * HTTP to URLs that come from outside: from a message, a customer, or a webhook's or bot's settings. The only way to call
 * them. It connects to public addresses only, to the address that was checked (the name is resolved once, at
 * connection time), follows no redirect, sends no cookies, and is bounded in time and size.
 */
export interface OutgoingHttp {
  /**
   * Sends one request, once.
   * @throws {AppError} ERR_URL_NOT_ALLOWED for what the policy or the address check refuses, ERR_DEADLINE when it takes too long,
   *   ERR_UNAVAILABLE when the other side cannot be reached, breaks off or answers more than `maxBytes`.
   */
  send(url: string | URL, request?: OutgoingRequest): Promise<OutgoingAnswer>
  /**
   * The parsed URL, when `send` would accept it: to refuse a setting while it is being saved. Names are not resolved here, so
   * a name that resolves to a private address passes and is refused by `send`.
   * @throws {AppError} ERR_URL_NOT_ALLOWED
   */
  check(url: string | URL): URL
}
