import type { CostGroupView, MessageCostGroup, MessageCostsView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { locales, matchLanguage } from '../../i18n/i18n'
import { formatNumber } from '../../lib/format-number'
import { formatMicros } from '../../lib/micros'
import { Chart } from '../../ui/chart'
import { nameDays } from '../dashboard'
import { nameMonths } from './name-months'

/** Groups with more rows than this are in the table alone. */
const MOST_BARS = 12

interface CostChartsProps {
  costs: MessageCostsView
  by: MessageCostGroup
  nameGroup: (group: CostGroupView) => string
}

/** Charged messages over time, and what each group cost; charged messages where the company has no prices. */
export const CostCharts = ({ costs, by, nameGroup }: CostChartsProps) => {
  const { t, i18n } = useTranslation('messageCosts')
  const language = matchLanguage(i18n.language)
  const locale = locales[language]
  const isByMonth = costs.times[0]?.at.length === 7
  const nameTime = isByMonth ? nameMonths(locale) : nameDays(language)
  const hasCosts = costs.totals.costMicros > 0
  const describeCount = (count: number) =>
    t('charts.messages', { count, shown: formatNumber(count, language) })
  const formatCost = (micros: number) => formatMicros(micros, costs.currency, locale)
  const words = hasCosts
    ? {
        title: t('charts.cost'),
        valueHead: t('table.cost'),
        formatValue: formatCost,
        describeValue: formatCost,
      }
    : { title: t('charts.chargedBy'), valueHead: t('table.charged'), describeValue: describeCount }
  return (
    <div className="dashboard__charts">
      <Chart
        kind="times"
        title={t(isByMonth ? 'charts.byMonth' : 'charts.byDay')}
        labelHead={t(isByMonth ? 'charts.month' : 'charts.day')}
        valueHead={t('table.charged')}
        empty={t('charts.noneCharged')}
        describeValue={describeCount}
        bars={costs.times.map(({ at, charged }) => ({ ...nameTime(at), value: charged }))}
      />
      <Chart
        {...words}
        kind="names"
        labelHead={t(`by.${by}`)}
        empty={t('charts.noneCharged')}
        bars={costs.groups.slice(0, MOST_BARS).map((group) => ({
          label: nameGroup(group),
          tick: nameGroup(group),
          value: hasCosts ? group.costMicros : group.charged,
        }))}
      />
    </div>
  )
}
