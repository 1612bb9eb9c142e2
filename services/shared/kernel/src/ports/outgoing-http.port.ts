import type { Readable } from 'node:stream'

/** Where a caller's requests may go and how much they may take. What is not named here is refused before anything connects. */
export interface OutgoingPolicy {
  /** `mmg.whatsapp.net` is that host, `.whatsapp.net` any host below it. Absent: every host with a public address. */
  hosts?: readonly string[]
  /** Absent: 443, and 80 where plain HTTP is allowed. */
  ports?: readonly number[]
  /** Whether `http:` is good as well as `https:`. */
  allowsPlainHttp?: boolean
  /**
   * Origins (`http://127.0.0.1:9000`) from the operator's own configuration. They may be private, and any port or protocol.
   * Never put anything here that a user, a customer or a peer wrote.
   */
  trustedOrigins?: readonly string[]
  /** The largest answer. */
  maxBytes: number
  /** From the call to the answer's last byte. */
  totalMs: number
  /** Without a byte for so long the request is given up. */
  idleMs: number
}

export interface OutgoingRequest {
  /** `GET` when absent. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer | Readable
  signal?: AbortSignal
}

export interface OutgoingAnswer {
  /** Never 3xx: redirects are refused. */
  status: number
  /** Names in lower case; several of one name are joined by a comma. */
  headers: Record<string, string>
  /** As it came, not decompressed. Read it to its end or destroy it. Errors with the codes of `send`. */
  body: Readable
}

/**
 * HTTP to addresses that come from outside: of a message, a customer, a webhook's or bot's settings. The only way to call
 * one. It connects to public addresses only, to the very address that was checked (the name is resolved once, at the
 * connection), follows no redirect, sends no cookies, and is bounded in time and size.
 */
export interface OutgoingHttp {
  /**
   * Sends one request, once.
   * @throws {AppError} ERR_URL_NOT_ALLOWED for what the policy or the guard refuses, ERR_DEADLINE when it takes too long,
   *   ERR_UNAVAILABLE when the other side cannot be reached, breaks off or answers more than `maxBytes`.
   */
  send(url: string | URL, request?: OutgoingRequest): Promise<OutgoingAnswer>
  /**
   * The URL, when `send` may try it: to refuse a setting while it is being saved. Names are not resolved here, so a name
   * that leads to a private address passes and is refused by `send`.
   * @throws {AppError} ERR_URL_NOT_ALLOWED
   */
  check(url: string | URL): URL
}
