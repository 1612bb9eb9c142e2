import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useGetCompanyQuery } from '../../data/companies.api'
import '../../data/invoices.live'
import { useMe } from '../../data/hooks'
import { translateError } from '../../lib/error-toast'
import { calendarDaysBefore, formatDay } from '../../lib/format-date'
import { readServerTime } from '../../lib/server-clock'
import { ErrorState } from '../../ui/error-state'
import { Page, PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
import { CheckoutDialog } from './checkout-dialog'
import './billing.css'

const useTrialText = (): string => {
  const { t } = useTranslation('billing')
  const { company } = useMe()
  const { trialExpiration, dueDate } = company
  const left = trialExpiration === null ? -1 : calendarDaysBefore(readServerTime(), new Date(trialExpiration))
  if (left >= 0) return t('subscription.trialEnds', { count: left })
  return dueDate === null
    ? t('subscription.never')
    : t('subscription.activeUntil', { date: formatDay(new Date(dueDate)) })
}

/** How long the trial lasts, where invoices are sent, and the way to the checkout. */
export const SubscriptionPage = () => {
  const { t } = useTranslation('billing')
  const { companyId } = useMe()
  const trial = useTrialText()
  const { data: company, error, refetch } = useGetCompanyQuery(companyId)
  const [isPaying, setPaying] = useState(false)
  return (
    <Page>
      <PageHeader title={t('subscription.title')} />
      {company ? (
        <section className="subscription" aria-label={t('subscription.title')}>
          <TextField
            label={t('subscription.trial')}
            value={trial}
            slotProps={{ htmlInput: { readOnly: true } }}
          />
          <TextField
            label={t('subscription.email')}
            value={company.email}
            slotProps={{ htmlInput: { readOnly: true } }}
          />
          <Button variant="contained" onClick={() => setPaying(true)}>
            {t('subscription.subscribe')}
          </Button>
        </section>
      ) : error ? (
        <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={3} />
      )}
      {isPaying ? <CheckoutDialog invoiceId={null} onClose={() => setPaying(false)} /> : null}
    </Page>
  )
}
