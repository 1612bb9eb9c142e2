import { planFlags } from '@balcao/contracts'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'

import { useListPlansQuery } from '../../data/session/session.api'
import { formatReais } from '../../lib/format-money'
import { formatMegabytes } from '../../lib/format-storage'
import { Notice } from '../../ui/public-form'

export interface PlanPickerProps {
  /** 0 while none is chosen. */
  value: number
  error?: string
  onChange: (planId: number) => void
}

/** The plans on offer as cards. A list that does not come leaves the rest of the form usable. */
export const PlanPicker = ({ value, error, onChange }: PlanPickerProps) => {
  const { t } = useTranslation('session')
  const { t: common, i18n } = useTranslation()
  // Loaded beside the plans: the page's other fields do not wait for these words.
  const { t: billing, ready } = useTranslation('billing', { useSuspense: false })
  const { data, isLoading, isError, refetch } = useListPlansQuery()
  const plans = data && [...data].sort((one, other) => one.value - other.value)
  const id = useId()

  const only = plans?.length === 1 ? plans[0]?.id : undefined
  useEffect(() => {
    if (only !== undefined && value === 0) onChange(only)
  }, [only, value, onChange])

  return (
    <fieldset className="plans" aria-describedby={error ? id : undefined}>
      <legend className="field__label">{t('fields.plan')}</legend>
      {isLoading || !ready ? (
        <div className="plan-skeleton" aria-label={common('actions.loading')} role="status" />
      ) : null}
      {isError ? (
        <Notice kind="error">
          {t('signUp.plansFailed')}{' '}
          <button type="button" className="link-button" onClick={() => void refetch()}>
            {common('actions.retry')}
          </button>
        </Notice>
      ) : null}
      {(ready ? plans : undefined)?.map((plan) => {
        const missing = planFlags.filter((flag) => !plan[flag]).map((flag) => billing(`plans.flags.${flag}`))
        return (
          <label key={plan.id} className="plan">
            <input
              type="radio"
              name="planId"
              checked={plan.id === value}
              onChange={() => onChange(plan.id)}
            />
            <span className="plan__name">{plan.name}</span>
            <span className="plan__price">{t('signUp.perMonth', { price: formatReais(plan.value) })}</span>
            <span className="plan__limits">
              {t('signUp.limits', { users: plan.users, connections: plan.connections, queues: plan.queues })}
              {plan.mediaMegabytes > 0
                ? ` · ${t('signUp.mediaLimit', { media: formatMegabytes(plan.mediaMegabytes, i18n.language) })}`
                : null}
            </span>
            {missing.length > 0 ? (
              <span className="plan__limits">{t('signUp.missing', { features: missing.join(', ') })}</span>
            ) : null}
          </label>
        )
      })}
      {error ? (
        <span className="field__error" id={id}>
          {error}
        </span>
      ) : null}
    </fieldset>
  )
}
