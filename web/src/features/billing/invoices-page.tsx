import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useListInvoicesQuery } from '../../data/invoices.api'
import '../../data/invoices.live'
import { translateError } from '../../lib/error-toast'
import { useIsNarrow } from '../../lib/use-media'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { Page, PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
import { CheckoutDialog } from './checkout-dialog'
import { InvoiceCards, InvoiceTable, type InvoiceListProps } from './invoice-list'
import { UnsettledNotice } from './unsettled-notice'

const Invoices = ({ onPay }: Pick<InvoiceListProps, 'onPay'>) => {
  const { t } = useTranslation('billing')
  const List = useIsNarrow() ? InvoiceCards : InvoiceTable
  const {
    data: invoices,
    error,
    refetch,
  } = useListInvoicesQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!invoices)
    return error ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons height={44} />
    )
  return invoices.length === 0 ? (
    <EmptyState title={t('invoices.empty')} text={t('invoices.emptyText')} />
  ) : (
    <List invoices={invoices} onPay={onPay} />
  )
}

/** The company's invoices, each with its state; what is not paid can be paid here. */
export const InvoicesPage = () => {
  const { t } = useTranslation('billing')
  const { data } = useListInvoicesQuery()
  const [paying, setPaying] = useState<number | null>(null)
  return (
    <Page>
      <PageHeader title={t('invoices.title')} count={data?.length} />
      <UnsettledNotice />
      <Invoices onPay={({ id }) => setPaying(id)} />
      {paying === null ? null : <CheckoutDialog invoiceId={paying} onClose={() => setPaying(null)} />}
    </Page>
  )
}
