import type { MessageCostsView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { locales, matchLanguage } from '../../i18n/i18n'
import { formatNumber } from '../../lib/format-number'
import { formatMicros } from '../../lib/micros'

/** Sums of the period. */
export const CostCards = ({ costs: { totals, currency } }: { costs: MessageCostsView }) => {
  const { t, i18n } = useTranslation('messageCosts')
  const language = matchLanguage(i18n.language)
  const cards = [
    { name: 'cost', color: 'primary', text: formatMicros(totals.costMicros, currency, locales[language]) },
    { name: 'charged', color: 'amber', text: formatNumber(totals.charged, language) },
    { name: 'free', color: 'green', text: formatNumber(totals.free, language) },
  ] as const
  return (
    <dl className="stats">
      {cards.map(({ name, color, text }) => (
        <div key={name} className={`stats__card stats__card--${color}`}>
          <dt>{t(`cards.${name}`)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
