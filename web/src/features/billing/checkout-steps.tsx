import type { CompanyPlanView, PlanView, Recurrence } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { useFormikContext } from 'formik'
import { useTranslation } from 'react-i18next'

import { formatDay } from '../../lib/format-date'
import { formatReais } from '../../lib/format-money'
import { FormText } from '../../ui/form-fields'
import '../../ui/record-form.css'
import type { PayerValues } from './checkout.form'
import { Limits } from './plan-offers'
import './billing.css'

export const PayerFields = ({ needsTaxId }: { needsTaxId: boolean }) => {
  const { t } = useTranslation('billing')
  const { values } = useFormikContext<PayerValues>()
  return (
    <div className="record-form__fields">
      <FormText name="firstName" label={t('checkout.fields.firstName')} required autoComplete="name" />
      <FormText
        name="taxId"
        label={t('checkout.fields.taxId')}
        required={needsTaxId && values.country !== 'usa'}
        autoComplete="off"
      />
      <FormText
        name="address2"
        label={t('checkout.fields.address2')}
        required
        autoComplete="street-address"
      />
      <FormText name="district" label={t('checkout.fields.district')} autoComplete="address-level3" />
      <FormText name="city" label={t('checkout.fields.city')} required autoComplete="address-level2" />
      <FormText name="state" label={t('checkout.fields.state')} autoComplete="address-level1" />
      <FormText name="zipcode" label={t('checkout.fields.zipcode')} required autoComplete="postal-code" />
      <FormText name="country" label={t('checkout.fields.country')} required select>
        <MenuItem value="BR">{t('checkout.countries.BR')}</MenuItem>
        <MenuItem value="usa">{t('checkout.countries.usa')}</MenuItem>
      </FormText>
    </div>
  )
}

/** Who pays, before it is charged. */
export const Review = () => {
  const { t } = useTranslation('billing')
  const { values } = useFormikContext<PayerValues>()
  return (
    <dl className="checkout__lines">
      {(['firstName', 'taxId', 'address2', 'city', 'zipcode'] as const)
        .filter((field) => values[field] !== '')
        .map((field) => (
          <div key={field}>
            <dt>{t(`checkout.fields.${field}`)}</dt>
            <dd>{values[field]}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The company's own plan, where the others are not known. */
export const PlanCard = ({ company, onRetry }: { company: CompanyPlanView; onRetry: () => void }) => {
  const { t } = useTranslation('billing')
  const { t: common } = useTranslation()
  return (
    <div className="offers">
      <Alert
        severity="info"
        action={
          <Button color="inherit" size="small" onClick={onRetry}>
            {common('actions.retry')}
          </Button>
        }
      >
        {t('checkout.offersFailed')}
      </Alert>
      <div className="plan-card">
        <b>{company.plan.name}</b>
        <span className="checkout__price">
          {t('checkout.perMonth', { price: formatReais(company.plan.value) })}
        </span>
        <Limits plan={company.plan} />
        <Button type="submit" variant="outlined">
          {t('checkout.select')}
        </Button>
      </div>
    </div>
  )
}

interface SummaryProps {
  plan: PlanView
  /** What this checkout charges, and what of it is for days that are paid already. */
  value: number
  difference: number
  dueDate: string | null
  recurrence: Recurrence
  isOther: boolean
}

/** What is bought; beside every step from 900 px on. */
export const Summary = ({ plan, value, difference, dueDate, recurrence, isOther }: SummaryProps) => {
  const { t } = useTranslation('billing')
  return (
    <aside className="checkout__summary" aria-label={t('checkout.summary')} aria-live="polite">
      <b>{plan.name}</b>
      <span>{t('checkout.billing', { recurrence: t(`companies.recurrence.${recurrence}`) })}</span>
      <Limits plan={plan} />
      {dueDate === null ? null : <span>{t('checkout.due', { date: formatDay(new Date(dueDate)) })}</span>}
      <span className="checkout__price">{formatReais(value)}</span>
      {difference === 0 ? null : (
        <small>{t('checkout.difference', { value: formatReais(difference) })}</small>
      )}
      {isOther ? <small>{t('checkout.starts')}</small> : null}
    </aside>
  )
}
