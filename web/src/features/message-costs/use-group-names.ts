import type { CostGroupView, MessageCostGroup } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { locales, matchLanguage } from '../../i18n/i18n'
import { formatMarket } from '../../lib/format-market'

const CATEGORIES = [
  'marketing',
  'utility',
  'authentication',
  'service',
  'authentication_international',
  'marketing_lite',
  'referral_conversion',
] as const
export type Category = (typeof CATEGORIES)[number]

/** Those that a company has prices of; conversations that began at an ad are free. */
export const pricedCategories = CATEGORIES.filter((category) => category !== 'referral_conversion')

const isKnown = (word: string): word is Category => CATEGORIES.some((category) => category === word)

/** Meta's word in the user's language; one that is new to us as it is. */
export const useCategoryName = (): ((word: string) => string) => {
  const { t } = useTranslation('messageCosts')
  return (word) => (isKnown(word) ? t(`category.${word}`) : word)
}

/** What a group of messages is called. */
export const useGroupName = (by: MessageCostGroup): ((group: CostGroupView) => string) => {
  const { t, i18n } = useTranslation('messageCosts')
  const nameCategory = useCategoryName()
  return ({ key, name }) => {
    if (key === '') return t(`none.${by}`)
    if (by === 'category') return nameCategory(key)
    if (by === 'market') return formatMarket(key, locales[matchLanguage(i18n.language)])
    if (by === 'campaign') return t('numbered.campaign', { id: key })
    if (by === 'ticket') return t('numbered.ticket', { id: key, name: name ?? t('deleted') })
    return name ?? t('deleted')
  }
}
