/** Kind of an error code; `errorStatus` has its HTTP status, gRPC status and log level. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'token-expired'
  | 'subscription-over'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'gone'
  | 'too-large'
  | 'unprocessable'
  | 'too-many'
  | 'unavailable'
  | 'internal'

/** Every error code the product answers, and its kind. */
export const errorKinds = {
  ERR_VALIDATION: 'invalid',
  ERR_MALFORMED_REQUEST: 'invalid',
  ERR_INVALID_CREDENTIALS: 'unauthenticated',
  ERR_UNAUTHORIZED: 'unauthenticated',
  ERR_SESSION_OVER: 'unauthenticated',
  ERR_ORIGIN_NOT_ALLOWED: 'unauthenticated',
  ERR_API_KEY_INVALID: 'unauthenticated',
  ERR_SESSION_EXPIRED: 'token-expired',
  ERR_SUBSCRIPTION_EXPIRED: 'subscription-over',
  ERR_NO_PERMISSION: 'forbidden',
  ERR_NO_SUPER: 'forbidden',
  ERR_PLAN_FEATURE_DISABLED: 'forbidden',
  ERR_USER_CREATION_DISABLED: 'forbidden',
  ERR_DEMO_LOCAL_ONLY: 'forbidden',
  ERR_API_KEY_SCOPE: 'forbidden',
  ERR_API_KEY_ADDRESS: 'forbidden',
  ERR_API_KEY_NOT_TAKEN: 'forbidden',
  ERR_NOT_FOUND: 'not-found',
  ERR_NO_SETTING_FOUND: 'not-found',
  ERR_NO_CONTACT_FOUND: 'not-found',
  ERR_NO_TICKET_FOUND: 'not-found',
  ERR_NO_USER_FOUND: 'not-found',
  ERR_NO_WAPP_FOUND: 'not-found',
  ERR_NO_MESSAGE_FOUND: 'not-found',
  ERR_NO_TAG_FOUND: 'not-found',
  ERR_NO_QUICKMESSAGE_FOUND: 'not-found',
  ERR_NO_CHAT_FOUND: 'not-found',
  ERR_NO_FILE_FOUND: 'not-found',
  ERR_NO_ANNOUNCEMENT_FOUND: 'not-found',
  ERR_NO_PLAN_FOUND: 'not-found',
  ERR_NO_COMPANY_FOUND: 'not-found',
  ERR_NO_SCHEDULE_FOUND: 'not-found',
  ERR_NO_CAMPAIGN_FOUND: 'not-found',
  ERR_NO_CONTACT_LIST_FOUND: 'not-found',
  ERR_NO_CONTACT_LIST_ITEM_FOUND: 'not-found',
  ERR_NO_NOTE_FOUND: 'not-found',
  ERR_NO_HELP_FOUND: 'not-found',
  ERR_NO_MEDIA_FOUND: 'not-found',
  ERR_NO_API_KEY_FOUND: 'not-found',
  ERR_NO_EVENT_FOUND: 'not-found',
  ERR_NO_DIALOG_FOUND: 'not-found',
  ERR_NO_WEBHOOK_FOUND: 'not-found',
  ERR_NO_PROMPT_FOUND: 'not-found',
  ERR_QUEUE_NOT_FOUND: 'not-found',
  ERR_NO_QUEUE_OPTION_FOUND: 'not-found',
  ERR_WEBHOOK_LIMIT: 'conflict',
  ERR_API_KEY_LIMIT: 'conflict',
  ERR_EVENTS_GONE: 'gone',
  ERR_NO_OTHER_WHATSAPP: 'conflict',
  ERR_NO_DEF_WAPP_FOUND: 'conflict',
  ERR_WAPP_NOT_INITIALIZED: 'conflict',
  ERR_WAPP_PAIRING_CODE: 'conflict',
  ERR_WAPP_PASSKEY: 'conflict',
  ERR_WAPP_CHECK_CONTACT: 'unavailable',
  ERR_WAPP_CHECK_HELD: 'unavailable',
  ERR_WAPP_INVALID_CONTACT: 'invalid',
  ERR_WAPP_DOWNLOAD_MEDIA: 'unavailable',
  ERR_CLOUD_TOKEN: 'invalid',
  ERR_CLOUD_PERMISSION: 'invalid',
  ERR_CLOUD_NUMBER_ID: 'invalid',
  ERR_CLOUD_APP_SECRET: 'invalid',
  ERR_CLOUD_NUMBER_TAKEN: 'conflict',
  ERR_CLOUD_OTHER_NUMBER: 'conflict',
  ERR_CLOUD_UNAVAILABLE: 'unavailable',
  ERR_CLOUD_SIGNUP_CODE: 'invalid',
  ERR_CLOUD_SIGNUP_APP: 'conflict',
  ERR_CLOUD_SIGNUP_BUSY: 'conflict',
  ERR_CLOUD_PIN: 'invalid',
  ERR_CLOUD_REGISTER: 'conflict',
  ERR_CLOUD_REGISTER_LIMIT: 'conflict',
  ERR_CLOUD_WEBHOOK: 'conflict',
  ERR_NO_TEMPLATE_FOUND: 'not-found',
  ERR_TEMPLATE_VALUES: 'invalid',
  ERR_TEMPLATE_FILE: 'invalid',
  ERR_TEMPLATE_NAME_TAKEN: 'conflict',
  ERR_TEMPLATE_LIMIT: 'conflict',
  ERR_TEMPLATE_REFUSED: 'invalid',
  ERR_TEMPLATE_STATE: 'conflict',
  ERR_TEMPLATE_EDIT_LIMIT: 'conflict',
  ERR_WAPP_GREETING_REQUIRED: 'invalid',
  ERR_WAPP_NAME_ALREADY_EXISTS: 'conflict',
  ERR_SENDING_WAPP_MSG: 'conflict',
  ERR_DELETE_WAPP_MSG: 'conflict',
  ERR_EDITING_WAPP_MSG: 'conflict',
  ERR_REACT_WAPP_MSG: 'conflict',
  ERR_WAPP_RESTRICTED: 'conflict',
  ERR_WAPP_NOT_ON_WHATSAPP: 'invalid',
  ERR_WAPP_NOT_IN_GROUP: 'conflict',
  ERR_WAPP_UNCONFIRMED: 'conflict',
  ERR_WAPP_TOO_LATE: 'conflict',
  ERR_WAPP_NOT_OFFERED: 'invalid',
  ERR_WAPP_NO_MOVE: 'conflict',
  ERR_WAPP_WINDOW_CLOSED: 'conflict',
  ERR_WAPP_TEMPLATE_UNUSABLE: 'conflict',
  ERR_WAPP_UNPAID: 'conflict',
  ERR_WAPP_OPTED_OUT: 'conflict',
  ERR_WAPP_TOO_FAST: 'conflict',
  ERR_WAPP_BLOCKED_BY_POLICY: 'conflict',
  ERR_WAPP_BAN_RISK: 'conflict',
  ERR_FETCH_WAPP_MSG: 'conflict',
  ERR_CREATING_MESSAGE: 'invalid',
  ERR_CREATING_TICKET: 'invalid',
  ERR_OTHER_OPEN_TICKET: 'conflict',
  ERR_DUPLICATED_CONTACT: 'conflict',
  ERR_QUEUE_INVALID_NAME: 'invalid',
  ERR_QUEUE_INVALID_COLOR: 'invalid',
  ERR_QUEUE_NAME_ALREADY_EXISTS: 'conflict',
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 'conflict',
  ERR_TAG_NAME_ALREADY_EXISTS: 'conflict',
  ERR_DIALOG_NAME_ALREADY_EXISTS: 'conflict',
  ERR_TEST_SESSION_DIALOG: 'invalid',
  ERR_TEST_REPLY_DIALOG: 'invalid',
  ERR_QUEUE_OPTION_TOO_DEEP: 'conflict',
  ERR_QUEUE_OPTION_IN_ITSELF: 'conflict',
  ERR_TOO_MANY_QUEUE_OPTIONS: 'conflict',
  ERR_QUICKMESSAGE_ALREADY_EXISTS: 'conflict',
  ERR_FILE_ALREADY_EXISTS: 'conflict',
  ERR_COMPANY_INVALID_NAME: 'invalid',
  ERR_COMPANY_NAME_ALREADY_EXISTS: 'conflict',
  ERR_NO_INVOICE_FOUND: 'not-found',
  ERR_INVOICE_ALREADY_PAID: 'conflict',
  ERR_NO_PAYMENT_PROVIDER: 'conflict',
  ERR_TAX_ID_INVALID: 'invalid',
  ERR_PLAN_INVALID_NAME: 'invalid',
  ERR_PLAN_NAME_ALREADY_EXISTS: 'conflict',
  ERR_PLAN_IN_USE: 'conflict',
  ERR_PLAN_TOO_FEW_USERS: 'conflict',
  ERR_PLAN_TOO_FEW_CONNECTIONS: 'conflict',
  ERR_PLAN_TOO_FEW_QUEUES: 'conflict',
  ERR_PLAN_TOO_LITTLE_MEDIA: 'conflict',
  ERR_EMAIL_ALREADY_EXISTS: 'conflict',
  ERR_WEAK_PASSWORD: 'invalid',
  ERR_WRONG_PASSWORD: 'invalid',
  ERR_RESET_CODE_INVALID: 'invalid',
  ERR_LAST_ADMIN: 'conflict',
  ERR_PLAN_LIMIT_REACHED: 'conflict',
  ERR_CONTACT_SERVED_ELSEWHERE: 'forbidden',
  ERR_CONTACT_NUMBER_CHANGED: 'conflict',
  ERR_SCHEDULE_ALREADY_SENT: 'conflict',
  ERR_SCHEDULE_IN_PAST: 'invalid',
  ERR_CAMPAIGN_NOT_EDITABLE: 'conflict',
  ERR_CAMPAIGN_STATUS: 'conflict',
  ERR_CAMPAIGN_INCOMPLETE: 'invalid',
  ERR_CAMPAIGN_IN_PAST: 'invalid',
  ERR_CAMPAIGN_BUDGET: 'conflict',
  ERR_TEMPLATE_ALONE: 'invalid',
  ERR_CONTACT_LIST_IN_USE: 'conflict',
  ERR_HELP_INVALID_NAME: 'invalid',
  ERR_IDEMPOTENCY_IN_FLIGHT: 'conflict',
  ERR_IDEMPOTENCY_ANSWER_LOST: 'conflict',
  ERR_IDEMPOTENCY_MISMATCH: 'unprocessable',
  ERR_MEDIA_TOO_LARGE: 'too-large',
  ERR_BODY_TOO_LARGE: 'too-large',
  ERR_MEDIA_EMPTY: 'invalid',
  ERR_MEDIA_STORE_FULL: 'unavailable',
  ERR_MEDIA_QUOTA_REACHED: 'conflict',
  ERR_MEDIA_NOT_ALLOWED: 'invalid',
  ERR_URL_NOT_ALLOWED: 'invalid',
  ERR_TOO_MANY_REQUESTS: 'too-many',
  ERR_LEASE_LOST: 'unavailable',
  ERR_UNAVAILABLE: 'unavailable',
  ERR_DEADLINE: 'unavailable',
  ERR_INTERNAL: 'internal',
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof errorKinds

export const errorCodes = Object.keys(errorKinds) as ErrorCode[]

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(errorKinds, value)

export interface ErrorStatus {
  http: number
  /** The name of a gRPC status. */
  grpc: string
  log: 'debug' | 'info' | 'warn' | 'error'
}

/** One table for HTTP, gRPC and the log. */
export const errorStatus: Record<ErrorKind, ErrorStatus> = {
  invalid: { http: 400, grpc: 'INVALID_ARGUMENT', log: 'debug' },
  unauthenticated: { http: 401, grpc: 'UNAUTHENTICATED', log: 'info' },
  'token-expired': { http: 403, grpc: 'UNAUTHENTICATED', log: 'debug' },
  'subscription-over': { http: 402, grpc: 'PERMISSION_DENIED', log: 'info' },
  forbidden: { http: 403, grpc: 'PERMISSION_DENIED', log: 'info' },
  'not-found': { http: 404, grpc: 'NOT_FOUND', log: 'debug' },
  conflict: { http: 409, grpc: 'FAILED_PRECONDITION', log: 'info' },
  gone: { http: 410, grpc: 'OUT_OF_RANGE', log: 'info' },
  'too-large': { http: 413, grpc: 'OUT_OF_RANGE', log: 'info' },
  unprocessable: { http: 422, grpc: 'FAILED_PRECONDITION', log: 'info' },
  'too-many': { http: 429, grpc: 'RESOURCE_EXHAUSTED', log: 'info' },
  unavailable: { http: 503, grpc: 'UNAVAILABLE', log: 'warn' },
  internal: { http: 500, grpc: 'INTERNAL', log: 'error' },
}

/** Bytes that a company's media take, and what its plan allows. */
export interface MediaBytes {
  usedBytes: number
  allowedBytes: number
}

/**
 * The body of every error answer. `fields` only with ERR_VALIDATION: path → message. `code` where `error` is a sentence: of
 * ERR_VALIDATION with lenient handling, in the caller's language (`Accept-Language`), since forms show `error` alone. `dueDate` (ISO 8601) only with
 * ERR_SUBSCRIPTION_EXPIRED: until when the company had paid. `limitBytes` with a 413 for a file: what one may have.
 * `quota` with ERR_MEDIA_QUOTA_REACHED: the company's media. `scope` with ERR_API_KEY_SCOPE: what the API key lacks.
 */
export interface ErrorBody {
  error: string
  code?: ErrorCode
  fields?: Record<string, string>
  dueDate?: string
  limitBytes?: number
  quota?: MediaBytes
  scope?: string
  requestId?: string
}
