import {
  computeSpentPercent,
  isBudgetSpent,
  listReachedPercents,
  type MessageBudgetView,
} from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { useReadMessageBudgetQuery } from '../../data/message-costs.api'
import { locales, matchLanguage } from '../../i18n/i18n'
import { formatNumber } from '../../lib/format-number'
import { formatMicros } from '../../lib/micros'
import { polled } from '../../lib/polled'
import { nameMonths } from './name-months'

/* As often as the server looks at budgets. */
const options = { ...polled, pollingInterval: 60_000 }

type Known = MessageBudgetView & { budgetMicros: number }

const Gauge = ({ budget, words }: { budget: Known; words: string }) => {
  const { t } = useTranslation('messageCosts')
  const { budgetMicros, spentMicros } = budget
  const isSpent = isBudgetSpent(spentMicros, budgetMicros)
  const isAlmostSpent = listReachedPercents(spentMicros, budgetMicros).length > 0
  return (
    <>
      <LinearProgress
        variant="determinate"
        value={Math.min(100, (spentMicros / budgetMicros) * 100)}
        color={isSpent ? 'error' : isAlmostSpent ? 'warning' : 'primary'}
        aria-label={t('budget.label')}
        aria-valuetext={words}
      />
      {isSpent ? (
        <Alert severity="error">{t('budget.spent')}</Alert>
      ) : isAlmostSpent ? (
        <Alert severity="warning">{t('budget.almostSpent')}</Alert>
      ) : null}
    </>
  )
}

const Month = ({ budget, onEdit }: { budget: MessageBudgetView; onEdit: () => void }) => {
  const { t, i18n } = useTranslation('messageCosts')
  const id = useId()
  const { month, currency, budgetMicros, spentMicros, unpriced } = budget
  const language = matchLanguage(i18n.language)
  const locale = locales[language]
  const spent = formatMicros(spentMicros, currency, locale)
  const words =
    budgetMicros === null
      ? t('budget.none', { spent })
      : t('budget.words', {
          spent,
          budget: formatMicros(budgetMicros, currency, locale),
          percent: formatNumber(computeSpentPercent(spentMicros, budgetMicros), language),
        })
  return (
    <section className="budget" aria-labelledby={id}>
      <h2 id={id}>{t('budget.title', { month: nameMonths(locale)(month).label })}</h2>
      <div className="budget__line">
        <span>{words}</span>
        <Button size="small" onClick={onEdit}>
          {t(budgetMicros === null ? 'budget.set' : 'budget.change')}
        </Button>
      </div>
      {budgetMicros === null ? null : <Gauge budget={{ ...budget, budgetMicros }} words={words} />}
      <p className="costs__note">
        {t('budget.note')}
        {unpriced > 0 ? ` ${t('budget.unpriced', { count: unpriced })}` : null}
      </p>
    </section>
  )
}

/** What this month has cost beside the company's budget, with a warning that stays; nothing while it is not known. */
export const Budget = ({ onEdit }: { onEdit: () => void }) => {
  const { data: budget } = useReadMessageBudgetQuery(undefined, options)
  return budget ? <Month budget={budget} onEdit={onEdit} /> : null
}
