import { errorKinds, type ErrorCode, type ErrorKind, type MediaBytes } from '@balcao/contracts'

export interface AppErrorOptions {
  /** Safe to show to a developer; never a secret, a phone number or message text. */
  detail?: string
  /** Replaces `code` as the text of the answer's `error` field (the JSON conflict of ticket creation). */
  wire?: string
  /** Seconds a caller should wait, for codes of kind `too-many`. */
  retryAfterSeconds?: number
  /** Until when was paid, for ERR_SUBSCRIPTION_EXPIRED. */
  dueAt?: Date | null
  /** What a file may have at most, for codes of kind `too-large`. */
  limitBytes?: number
  /** What is wrong with the fields of a body, by their paths. */
  fields?: Readonly<Record<string, string>>
  /** For ERR_MEDIA_QUOTA_REACHED. */
  quota?: MediaBytes
  /** For ERR_API_KEY_SCOPE. */
  scope?: string
  cause?: unknown
}

/**
 * The one error that crosses our edges. Its code's kind decides HTTP status, gRPC status and log level
 * (`contracts/errors`). Anything thrown that is not an AppError is a bug and answers ERR_INTERNAL.
 */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly detail: string | undefined
  readonly wire: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly dueAt: Date | undefined
  readonly limitBytes: number | undefined
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly quota: MediaBytes | undefined
  readonly scope: string | undefined

  constructor(
    readonly code: ErrorCode,
    options: AppErrorOptions = {},
  ) {
    super(options.detail ? `${code}: ${options.detail}` : code, { cause: options.cause })
    this.name = 'AppError'
    this.kind = errorKinds[code]
    this.detail = options.detail
    this.wire = options.wire
    this.retryAfterSeconds = options.retryAfterSeconds
    this.dueAt = options.dueAt ?? undefined
    this.limitBytes = options.limitBytes
    this.fields = options.fields
    this.quota = options.quota
    this.scope = options.scope
  }
}
