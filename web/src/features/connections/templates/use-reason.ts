import { useTranslation } from 'react-i18next'

const knownReasons = [
  'ABUSIVE_CONTENT',
  'INCORRECT_CATEGORY',
  'INVALID_FORMAT',
  'PROMOTIONAL',
  'SCAM',
  'TAG_CONTENT_MISMATCH',
] as const

/** Says why Meta rejected a template. */
export const useReason = () => {
  const { t } = useTranslation('connections')
  return (reason: string): string => {
    const known = knownReasons.find((one) => one === reason)
    return known ? t(`templates.reason.${known}`) : t('templates.reason.other', { reason })
  }
}
