import type { DashboardCounters } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { formatMinutes } from './period'

/** The order of the cards; times are minutes. */
const cards = [
  ['supportHappening', 'primary', String],
  ['supportPending', 'amber', String],
  ['supportFinished', 'green', String],
  ['leads', 'blue', String],
  ['avgSupportTime', 'neutral', formatMinutes],
  ['avgWaitTime', 'neutral', formatMinutes],
] as const

export const StatCards = ({ counters }: { counters: DashboardCounters }) => {
  const { t } = useTranslation('dashboard')
  return (
    <dl className="stats">
      {cards.map(([name, color, format]) => (
        <div key={name} className={`stats__card stats__card--${color}`}>
          <dt>{t(`cards.${name}`)}</dt>
          <dd>{format(counters[name])}</dd>
        </div>
      ))}
    </dl>
  )
}
