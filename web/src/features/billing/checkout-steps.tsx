import type { CompanyPlanView, Recurrence } from '@balcao/contracts'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { useFormikContext } from 'formik'
import { useTranslation } from 'react-i18next'

import { formatDay } from '../../lib/format-date'
import { formatReais } from '../../lib/format-money'
import { FormText } from '../../ui/form-fields'
import '../../ui/record-form.css'
import type { PayerValues } from './checkout.form'
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

const Limits = ({ plan }: { plan: CompanyPlanView['plan'] }) => {
  const { t } = useTranslation('billing')
  return (
    <dl className="checkout__lines">
      {(['users', 'connections', 'queues'] as const).map((limit) => (
        <div key={limit} style={{ display: 'contents' }}>
          <dt>{t(`plans.fields.${limit}`)}</dt>
          <dd>{plan[limit]}</dd>
        </div>
      ))}
    </dl>
  )
}

export const PlanCard = ({ company, onSelect }: { company: CompanyPlanView; onSelect: () => void }) => {
  const { t } = useTranslation('billing')
  return (
    <div className="plan-card">
      <b>{company.plan.name}</b>
      <span className="checkout__price">
        {t('checkout.perMonth', { price: formatReais(company.plan.value) })}
      </span>
      <Limits plan={company.plan} />
      <Button variant="outlined" onClick={onSelect}>
        {t('checkout.select')}
      </Button>
    </div>
  )
}

interface SummaryProps {
  company: CompanyPlanView
  /** What this checkout charges. */
  value: number
  dueDate: string | null
  recurrence: Recurrence
}

/** What is bought; beside every step from 900 px on. */
export const Summary = ({ company, value, dueDate, recurrence }: SummaryProps) => {
  const { t } = useTranslation('billing')
  return (
    <aside className="checkout__summary" aria-label={t('checkout.summary')}>
      <b>{company.plan.name}</b>
      <span>{t('checkout.billing', { recurrence: t(`companies.recurrence.${recurrence}`) })}</span>
      <Limits plan={company.plan} />
      {dueDate === null ? null : <span>{t('checkout.due', { date: formatDay(new Date(dueDate)) })}</span>}
      <span className="checkout__price">{formatReais(value)}</span>
    </aside>
  )
}
