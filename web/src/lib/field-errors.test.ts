import * as contracts from '@balcao/contracts'

import { startI18n } from '../i18n/i18n'
import { namespaces } from '../testing/namespaces'
import { errorFields, readFieldErrors } from './field-errors'

/* Refusals of the whole request, of its file, of its caller or of the server's state; those of several fields name them themselves. */
const fieldlessCodes = [
  'ERR_VALIDATION',
  'ERR_MALFORMED_REQUEST',
  'ERR_TEMPLATE_LIMIT',
  'ERR_TEMPLATE_STATE',
  'ERR_TEMPLATE_EDIT_LIMIT',
  'ERR_TEMPLATE_REFUSED',
  'ERR_TEMPLATE_VALUES',
  'ERR_INVALID_CREDENTIALS',
  'ERR_UNAUTHORIZED',
  'ERR_SESSION_OVER',
  'ERR_ORIGIN_NOT_ALLOWED',
  'ERR_SESSION_EXPIRED',
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_NO_PERMISSION',
  'ERR_NO_SUPER',
  'ERR_PLAN_FEATURE_DISABLED',
  'ERR_USER_CREATION_DISABLED',
  'ERR_DEMO_LOCAL_ONLY',
  'ERR_NOT_FOUND',
  'ERR_NO_SETTING_FOUND',
  'ERR_NO_TICKET_FOUND',
  'ERR_NO_MESSAGE_FOUND',
  'ERR_NO_QUICKMESSAGE_FOUND',
  'ERR_NO_CHAT_FOUND',
  'ERR_NO_ANNOUNCEMENT_FOUND',
  'ERR_NO_SCHEDULE_FOUND',
  'ERR_NO_CAMPAIGN_FOUND',
  'ERR_NO_CONTACT_LIST_ITEM_FOUND',
  'ERR_NO_NOTE_FOUND',
  'ERR_NO_HELP_FOUND',
  'ERR_NO_MEDIA_FOUND',
  'ERR_NO_EVENT_FOUND',
  'ERR_NO_WEBHOOK_FOUND',
  'ERR_NO_QUEUE_OPTION_FOUND',
  'ERR_NO_INVOICE_FOUND',
  'ERR_WEBHOOK_LIMIT',
  'ERR_EVENTS_GONE',
  'ERR_WAPP_NOT_INITIALIZED',
  'ERR_WAPP_PAIRING_CODE',
  'ERR_WAPP_PASSKEY',
  'ERR_CLOUD_UNAVAILABLE',
  'ERR_CLOUD_SIGNUP_CODE',
  'ERR_CLOUD_SIGNUP_APP',
  'ERR_CLOUD_SIGNUP_BUSY',
  'ERR_CLOUD_REGISTER',
  'ERR_CLOUD_REGISTER_LIMIT',
  'ERR_CLOUD_WEBHOOK',
  'ERR_WAPP_DOWNLOAD_MEDIA',
  'ERR_SENDING_WAPP_MSG',
  'ERR_DELETE_WAPP_MSG',
  'ERR_EDITING_WAPP_MSG',
  'ERR_REACT_WAPP_MSG',
  'ERR_WAPP_RESTRICTED',
  'ERR_WAPP_NOT_IN_GROUP',
  'ERR_WAPP_UNCONFIRMED',
  'ERR_WAPP_TOO_LATE',
  'ERR_WAPP_NOT_OFFERED',
  'ERR_WAPP_NO_MOVE',
  'ERR_WAPP_WINDOW_CLOSED',
  'ERR_WAPP_UNPAID',
  'ERR_WAPP_OPTED_OUT',
  'ERR_WAPP_TOO_FAST',
  'ERR_WAPP_BLOCKED_BY_POLICY',
  'ERR_WAPP_BAN_RISK',
  'ERR_FETCH_WAPP_MSG',
  'ERR_CREATING_MESSAGE',
  'ERR_CREATING_TICKET',
  'ERR_QUEUE_OPTION_TOO_DEEP',
  'ERR_QUEUE_OPTION_IN_ITSELF',
  'ERR_TOO_MANY_QUEUE_OPTIONS',
  'ERR_INVOICE_ALREADY_PAID',
  'ERR_NO_PAYMENT_PROVIDER',
  'ERR_PLAN_IN_USE',
  'ERR_PLAN_LIMIT_REACHED',
  'ERR_SCHEDULE_ALREADY_SENT',
  'ERR_CAMPAIGN_NOT_EDITABLE',
  'ERR_CAMPAIGN_STATUS',
  'ERR_CAMPAIGN_BUDGET',
  'ERR_TEMPLATE_ALONE',
  'ERR_CAMPAIGN_INCOMPLETE',
  'ERR_CONTACT_LIST_IN_USE',
  'ERR_IDEMPOTENCY_IN_FLIGHT',
  'ERR_IDEMPOTENCY_ANSWER_LOST',
  'ERR_IDEMPOTENCY_MISMATCH',
  'ERR_MEDIA_TOO_LARGE',
  'ERR_BODY_TOO_LARGE',
  'ERR_MEDIA_STORE_FULL',
  'ERR_MEDIA_QUOTA_REACHED',
  'ERR_MEDIA_NOT_ALLOWED',
  'ERR_TOO_MANY_REQUESTS',
  'ERR_API_KEY_INVALID',
  'ERR_API_KEY_SCOPE',
  'ERR_API_KEY_ADDRESS',
  'ERR_API_KEY_NOT_TAKEN',
  'ERR_API_KEY_LIMIT',
  'ERR_NO_API_KEY_FOUND',
  'ERR_LEASE_LOST',
  'ERR_UNAVAILABLE',
  'ERR_DEADLINE',
  'ERR_INTERNAL',
] as const satisfies readonly contracts.ErrorCode[]

interface Described {
  fields?: Record<string, unknown>
}

/* Every field of every body of the contracts, the two of the reset form that its body names otherwise, and the file beside a body. */
const bodyFields = new Set(
  Object.values(contracts).flatMap((exported: unknown) => {
    const { body } = (typeof exported === 'object' ? (exported ?? {}) : {}) as { body?: Described }
    return Object.keys(body?.fields ?? {})
  }),
)
const formFields = new Set(['newPassword', 'taxId', 'file'])

describe('the fields of the error codes', () => {
  it('are decided for every code of the catalogue, once', () => {
    const decided = [...Object.keys(errorFields), ...fieldlessCodes]
    expect([...decided].sort()).toEqual([...contracts.errorCodes].sort())
  })

  it.each(Object.entries(errorFields))('%s: there are such fields', (_code, fields) => {
    for (const field of fields)
      expect([field, bodyFields.has(field) || formFields.has(field)]).toEqual([field, true])
  })
})

describe('a refusal', () => {
  beforeAll(() => startI18n(namespaces))
  const refusal = (error: string, fields = {}) => ({ status: 409, data: { error, fields } })

  it('stands at the first field that the form has, in words', () => {
    const error = refusal('ERR_QUEUE_NOT_FOUND')
    expect(readFieldErrors(error, { queueId: 3 })).toEqual({ queueId: 'Nenhuma fila encontrada.' })
    expect(readFieldErrors(error, { queueIds: [3], queueId: 3 })).toEqual({
      queueIds: 'Nenhuma fila encontrada.',
    })
  })

  it('stands at no field that the form lacks, and beside the texts of the answer', () => {
    expect(readFieldErrors(refusal('ERR_EMAIL_ALREADY_EXISTS', { name: 'Required' }), { name: '' })).toEqual({
      name: 'Obrigatório',
    })
    expect(readFieldErrors(refusal('ERR_INTERNAL'), { name: '' })).toEqual({})
    expect(readFieldErrors({ status: 'FETCH_ERROR' }, { name: '' })).toEqual({})
  })
})
