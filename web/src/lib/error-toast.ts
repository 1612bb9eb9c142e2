import { isErrorCode, type MediaBytes } from '@balcao/contracts'
import i18next from 'i18next'

import { readApiError } from './api-error'
import { formatStorage } from './format-storage'
import { toast } from './toast'
import { translateTooLarge } from './upload-limit'

const translateQuota = ({ usedBytes, allowedBytes }: MediaBytes): string =>
  i18next.t('errors.mediaQuota', {
    used: formatStorage(usedBytes, i18next.language),
    allowed: formatStorage(allowedBytes, i18next.language),
  })

/** An error in the user's words: the code's line when there is one, else the server's own text. */
export const translateError = (error: unknown): string => {
  const read = readApiError(error)
  if (read.kind === 'network') return i18next.t('errors.network')
  if (read.limitBytes !== undefined) return translateTooLarge(read.limitBytes)
  if (read.quota) return translateQuota(read.quota)
  if (isErrorCode(read.error)) return i18next.t(`backendErrors.${read.error}`)
  return read.error === '' ? i18next.t('errors.unknown') : read.error
}

/** The shared error handler: one toast per code. An ended session is told by the login page instead. */
export const showError = (error: unknown): void => {
  const read = readApiError(error)
  if (read.kind === 'answer' && (read.status === 401 || read.error === 'ERR_SESSION_EXPIRED')) return
  toast.error(translateError(error), { key: read.kind === 'answer' ? read.error || 'unknown' : 'network' })
}
