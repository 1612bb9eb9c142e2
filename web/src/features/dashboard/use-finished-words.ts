import { useTranslation } from 'react-i18next'

import { matchLanguage } from '../../i18n/i18n'
import { formatNumber } from '../../lib/format-number'

/** Words of charts that count finished services. */
export const useFinishedWords = () => {
  const { t, i18n } = useTranslation('dashboard')
  const language = matchLanguage(i18n.language)
  return {
    valueHead: t('cards.supportFinished'),
    empty: t('charts.empty'),
    describeValue: (count: number) => t('charts.finished', { count, shown: formatNumber(count, language) }),
  }
}
