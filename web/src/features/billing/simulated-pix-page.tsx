import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'

import { useGetSimulatedChargeQuery, usePaySimulatedChargeMutation } from '../../data/invoices.api'
import '../../data/invoices.live'
import { showError, translateError } from '../../lib/error-toast'
import { formatReais } from '../../lib/format-money'
import { ErrorState } from '../../ui/error-state'
import { CheckIcon } from '../../ui/icons'
import { Page, PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
import './billing.css'

/** The payer's bank of a demo: pays a charge of the simulated provider. */
export const SimulatedPixPage = () => {
  const { t } = useTranslation('billing')
  const { txid = '' } = useParams()
  const { data: charge, error, refetch } = useGetSimulatedChargeQuery(txid)
  const [pay, { isLoading }] = usePaySimulatedChargeMutation()
  const handlePay = async () => {
    const answer = await pay(txid)
    if (answer.error) showError(answer.error)
  }
  return (
    <Page>
      <PageHeader title={t('simulated.title')} />
      {charge ? (
        <section className="subscription pix" aria-label={t('simulated.title')}>
          <span className="pix__amount">{formatReais(charge.value)}</span>
          <p>{t('simulated.text')}</p>
          {charge.isPaid ? (
            <p className="pix__done" role="status">
              <CheckIcon sx={{ fontSize: 48 }} />
              {t('simulated.paid')}
            </p>
          ) : (
            <Button variant="contained" size="large" loading={isLoading} onClick={() => void handlePay()}>
              {t('simulated.pay')}
            </Button>
          )}
        </section>
      ) : error ? (
        <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={2} />
      )}
    </Page>
  )
}
