import i18next from 'i18next'

import { toast } from './toast'

const MEBIBYTE = 1024 * 1024

/* The server tells it with the session, before the first screen that uploads. */
let maxUploadBytes = Number.POSITIVE_INFINITY

export const setUploadLimit = (bytes: number): void => {
  maxUploadBytes = bytes
}

export const isOverUploadLimit = ({ size }: Pick<File, 'size'>): boolean => size > maxUploadBytes

/** The limit as the server's configuration counts: 16 MB are 16 × 1024 × 1024 bytes. Never more than it is. */
export const formatLimit = (bytes: number, language: string): string =>
  `${(Math.floor((bytes / MEBIBYTE) * 10) / 10).toLocaleString(language)} MB`

/** @param limitBytes what the server answered; the limit of all uploads otherwise. */
export const translateTooLarge = (limitBytes = maxUploadBytes): string =>
  Number.isFinite(limitBytes)
    ? i18next.t('errors.fileTooLarge', { limit: formatLimit(limitBytes, i18next.language) })
    : i18next.t('backendErrors.ERR_MEDIA_TOO_LARGE')

/** Whether a chosen file may be uploaded. Says why not. */
export const checkUpload = (file: File): boolean => {
  if (!isOverUploadLimit(file)) return true
  toast.error(translateTooLarge(), { key: 'ERR_MEDIA_TOO_LARGE' })
  return false
}
