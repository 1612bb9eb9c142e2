import { locales, type Language } from '../i18n/i18n'

/** `1.234` in Portuguese, `1,234` in English. */
export const formatNumber = (value: number, language: Language): string =>
  value.toLocaleString(locales[language])
