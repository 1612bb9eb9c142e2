import type { DashboardCounters } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { locales, matchLanguage } from '../../i18n/i18n'
import { formatNumber } from '../../lib/format-number'
import { formatChange, formatMinutes } from './period'

/** The order of the cards; times are minutes. What is of now has no period before. */
const cards = [
  { name: 'supportHappening', color: 'primary', isOfNow: true },
  { name: 'supportPending', color: 'amber', isOfNow: true },
  { name: 'supportFinished', color: 'green' },
  { name: 'leads', color: 'blue' },
  { name: 'avgSupportTime', color: 'neutral', isTime: true },
  { name: 'avgWaitTime', color: 'neutral', isTime: true },
] as const satisfies readonly Card[]

interface Card {
  name: keyof DashboardCounters
  color: string
  isOfNow?: boolean
  isTime?: boolean
}

interface StatCardsProps {
  counters: DashboardCounters
  /** Of the period before, as soon as they are known. */
  before: DashboardCounters | undefined
}

export const StatCards = ({ counters, before }: StatCardsProps) => {
  const { t, i18n } = useTranslation('dashboard')
  const language = matchLanguage(i18n.language)
  const format = ({ isTime }: Card, value: number) =>
    isTime ? formatMinutes(value) : formatNumber(value, language)
  const describeBefore = (card: Card, { [card.name]: value }: DashboardCounters) => {
    const change = formatChange(counters[card.name], value, locales[language])
    return [t('cards.before', { value: format(card, value) }), change && `(${change})`]
      .filter(Boolean)
      .join(' ')
  }
  return (
    <dl className="stats">
      {cards.map((card: Card) => (
        <div key={card.name} className={`stats__card stats__card--${card.color}`}>
          <dt>{t(`cards.${card.name}`)}</dt>
          <dd>{format(card, counters[card.name])}</dd>
          {card.isOfNow ? null : (
            <dd className="stats__before">{before ? describeBefore(card, before) : '\u00a0'}</dd>
          )}
        </div>
      ))}
    </dl>
  )
}
