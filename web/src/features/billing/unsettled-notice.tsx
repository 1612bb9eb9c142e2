import type { ManagedUnsettledPaymentView, UnsettledPaymentView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import {
  useGetSubscriptionQuery,
  useListUnsettledPaymentsQuery,
  useResolveUnsettledPaymentMutation,
} from '../../data/invoices.api'
import { showError } from '../../lib/error-toast'
import { formatDay } from '../../lib/format-date'
import { formatReais } from '../../lib/format-money'
import './billing.css'

const useAbout = () => {
  const { t } = useTranslation('billing')
  return ({ reason, value, invoiceId, createdAt }: UnsettledPaymentView): string =>
    t(`unsettled.${reason}`, {
      value: formatReais(value),
      invoice: invoiceId,
      date: formatDay(new Date(createdAt)),
    })
}

/** The company's payments that do not agree with their invoices; nothing when there are none. */
export const UnsettledNotice = () => {
  const { t } = useTranslation('billing')
  const about = useAbout()
  const { data } = useGetSubscriptionQuery()
  return (data?.unsettled ?? []).map((payment) => (
    <Alert key={payment.txid} severity="warning" className="unsettled">
      {about(payment)} {t('unsettled.support')}
    </Alert>
  ))
}

const ManagedPayment = ({ payment }: { payment: ManagedUnsettledPaymentView }) => {
  const { t } = useTranslation('billing')
  const about = useAbout()
  const [resolve, { isLoading }] = useResolveUnsettledPaymentMutation()
  const company = payment.companyName === '' ? t('unsettled.deletedCompany') : payment.companyName
  return (
    <Alert
      severity="warning"
      className="unsettled"
      action={
        <Button
          size="small"
          loading={isLoading}
          aria-label={`${t('unsettled.resolve')}: ${company}, ${payment.invoiceId}`}
          onClick={() => void resolve(payment.txid).unwrap().catch(showError)}
        >
          {t('unsettled.resolve')}
        </Button>
      }
    >
      <b>{company}</b> · {about(payment)}
    </Alert>
  )
}

/** Payments of every company about which a super user has to decide; nothing when there are none. */
export const UnsettledPayments = () => {
  const { t } = useTranslation('billing')
  const { data: payments } = useListUnsettledPaymentsQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!payments || payments.length === 0) return null
  return (
    <section aria-label={t('unsettled.title')}>
      <h2 className="unsettled__title">{t('unsettled.title')}</h2>
      <p>{t('unsettled.hint')}</p>
      {payments.map((payment) => (
        <ManagedPayment key={payment.txid} payment={payment} />
      ))}
    </section>
  )
}
