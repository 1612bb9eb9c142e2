import { isErrorCode, type ErrorCode } from '@balcao/contracts'
import i18next from 'i18next'

import { readApiError } from './api-error'
import { translateFaults } from './translate-fault'

/** Which field of a form a refusal is about, by its code; forms differ, and the first of these that a form has is meant. */
export const errorFields: Partial<Record<ErrorCode, readonly string[]>> = {
  ERR_NO_CONTACT_FOUND: ['contactId'],
  ERR_NO_USER_FOUND: ['userId'],
  ERR_NO_WAPP_FOUND: ['whatsappId', 'connectionIds'],
  ERR_NO_TAG_FOUND: ['tagListId'],
  ERR_NO_FILE_FOUND: ['fileListId'],
  ERR_NO_PLAN_FOUND: ['planId'],
  ERR_NO_COMPANY_FOUND: ['companyId'],
  ERR_NO_CONTACT_LIST_FOUND: ['contactListId'],
  ERR_NO_DIALOG_FOUND: ['integrationId'],
  ERR_NO_PROMPT_FOUND: ['promptId'],
  ERR_QUEUE_NOT_FOUND: ['queueIds', 'queueId'],
  ERR_NO_OTHER_WHATSAPP: ['isDefault'],
  ERR_NO_DEF_WAPP_FOUND: ['whatsappId'],
  ERR_WAPP_CHECK_CONTACT: ['number'],
  ERR_WAPP_CHECK_HELD: ['number'],
  ERR_WAPP_INVALID_CONTACT: ['number'],
  ERR_WAPP_NOT_ON_WHATSAPP: ['number'],
  ERR_CLOUD_TOKEN: ['token'],
  ERR_CLOUD_PERMISSION: ['token'],
  ERR_CLOUD_NUMBER_ID: ['phoneNumberId'],
  ERR_CLOUD_NUMBER_TAKEN: ['phoneNumberId'],
  ERR_CLOUD_OTHER_NUMBER: ['phoneNumberId'],
  ERR_CLOUD_APP_SECRET: ['appSecret'],
  ERR_CLOUD_PIN: ['pin'],
  ERR_TEMPLATE_NAME_TAKEN: ['name'],
  ERR_TEMPLATE_FILE: ['file'],
  ERR_MEDIA_EMPTY: ['file'],
  ERR_NO_TEMPLATE_FOUND: ['template'],
  ERR_WAPP_TEMPLATE_UNUSABLE: ['template'],
  ERR_WAPP_GREETING_REQUIRED: ['greetingMessage'],
  ERR_WAPP_NAME_ALREADY_EXISTS: ['name'],
  ERR_OTHER_OPEN_TICKET: ['contactId'],
  ERR_DUPLICATED_CONTACT: ['number'],
  ERR_QUEUE_INVALID_NAME: ['name'],
  ERR_QUEUE_INVALID_COLOR: ['color'],
  ERR_QUEUE_NAME_ALREADY_EXISTS: ['name'],
  ERR_QUEUE_COLOR_ALREADY_EXISTS: ['color'],
  ERR_TAG_NAME_ALREADY_EXISTS: ['name'],
  ERR_DIALOG_NAME_ALREADY_EXISTS: ['name'],
  ERR_TEST_SESSION_DIALOG: ['jsonContent'],
  ERR_TEST_REPLY_DIALOG: ['projectName'],
  ERR_QUICKMESSAGE_ALREADY_EXISTS: ['shortcode'],
  ERR_FILE_ALREADY_EXISTS: ['name'],
  ERR_COMPANY_INVALID_NAME: ['name'],
  ERR_COMPANY_NAME_ALREADY_EXISTS: ['name'],
  ERR_TAX_ID_INVALID: ['taxId'],
  ERR_PLAN_INVALID_NAME: ['name'],
  ERR_PLAN_NAME_ALREADY_EXISTS: ['name'],
  ERR_PLAN_TOO_FEW_USERS: ['planId'],
  ERR_PLAN_TOO_FEW_CONNECTIONS: ['planId'],
  ERR_PLAN_TOO_FEW_QUEUES: ['planId'],
  ERR_PLAN_TOO_LITTLE_MEDIA: ['planId'],
  ERR_EMAIL_ALREADY_EXISTS: ['email'],
  ERR_WEAK_PASSWORD: ['newPassword', 'password'],
  ERR_WRONG_PASSWORD: ['currentPassword'],
  ERR_RESET_CODE_INVALID: ['token', 'code'],
  ERR_LAST_ADMIN: ['profile'],
  ERR_CONTACT_SERVED_ELSEWHERE: ['number'],
  ERR_CONTACT_NUMBER_CHANGED: ['contactId'],
  ERR_SCHEDULE_IN_PAST: ['sendAt'],
  ERR_CAMPAIGN_IN_PAST: ['scheduledAt'],
  ERR_HELP_INVALID_NAME: ['title'],
  ERR_URL_NOT_ALLOWED: ['url', 'urlN8N'],
}

/** What the server refused, at the form's fields: the texts of its answer, and the code's words at the code's field. */
export const readFieldErrors = (error: unknown, values: object): Record<string, string> => {
  const read = readApiError(error)
  if (read.kind !== 'answer') return {}
  const code = isErrorCode(read.error) ? read.error : undefined
  const field = code && errorFields[code]?.find((one) => one in values)
  const fields = translateFaults(read.fields)
  return field ? { ...fields, [field]: i18next.t(`backendErrors.${code}`) } : fields
}

/** Shows what the server refused at the form's fields. */
export const setFieldErrors = (
  error: unknown,
  values: object,
  form: { setFieldError: (field: string, message: string) => void },
) => {
  for (const [field, message] of Object.entries(readFieldErrors(error, values)))
    form.setFieldError(field, message)
}
