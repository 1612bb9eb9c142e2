import { readErrorCode } from './error-codes'

export interface GraphErrorOptions {
  /** `error_data.details`. Absent: what the table says. */
  details?: string
  /** Replaces `(#code) title`. */
  message?: string
  type?: 'OAuthException' | 'GraphMethodException'
  /** Of the Graph API itself (463: expired token). Codes of the Cloud API have none since v16.0 (error-codes, 2026-09-11). */
  subcode?: number
  /** Replaces the table's. */
  status?: number
  /** What the dashboard would show: refusals of templates have it. */
  forUser?: { title: string; message: string }
}

/** A request that Meta would refuse. It is an answer, not a bug: only `server.ts` catches it. */
export class GraphError extends Error {
  constructor(
    readonly code: number,
    readonly options: GraphErrorOptions = {},
  ) {
    super(options.message ?? `(#${code}) ${readErrorCode(code).title}`)
  }
}

/** The documented answer. @param traceId for Meta's support; different in each answer. */
export function toErrorBody(error: GraphError, traceId: string): { error: Record<string, unknown> } {
  const { type = 'OAuthException', subcode, forUser } = error.options
  const details = error.options.details ?? readErrorCode(error.code).details
  return {
    error: {
      message: error.message,
      type,
      code: error.code,
      ...(details !== '' && { error_data: toErrorData(details) }),
      ...(subcode !== undefined && { error_subcode: subcode }),
      ...(forUser && toUserFields(forUser)),
      fbtrace_id: traceId,
    },
  }
}

function toUserFields({ title, message }: { title: string; message: string }): Record<string, unknown> {
  return { is_transient: false, error_user_title: title, error_user_msg: message }
}

function toErrorData(details: string): { messaging_product: 'whatsapp'; details: string } {
  return { messaging_product: 'whatsapp', details }
}

/** The same error as a webhook reports it: in `errors` of a failed status or of the value. */
export function toWebhookError(code: number, details?: string): Record<string, unknown> {
  const row = readErrorCode(code)
  return {
    code,
    title: row.title,
    message: row.title,
    error_data: { details: details ?? row.details },
    href: '/documentation/business-messaging/whatsapp/support/error-codes',
  }
}
