import type { InvoiceView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'

import { formatDay } from '../../lib/format-date'
import { formatReais } from '../../lib/format-money'
import { readServerTime } from '../../lib/server-clock'
import '../../ui/list-table.css'
import { readInvoiceState } from './invoice-state'
import './billing.css'

export interface InvoiceListProps {
  invoices: readonly InvoiceView[]
  onPay: (invoice: InvoiceView) => void
}

const State = ({ invoice }: { invoice: InvoiceView }) => {
  const { t } = useTranslation('billing')
  const state = readInvoiceState(invoice, readServerTime())
  return <span className={`invoice-state invoice-state--${state}`}>{t(`invoices.state.${state}`)}</span>
}

const Pay = ({ invoice, onPay }: { invoice: InvoiceView; onPay: InvoiceListProps['onPay'] }) => {
  const { t } = useTranslation('billing')
  if (invoice.status === 'paid') return null
  return (
    <Button
      size="small"
      variant="outlined"
      aria-label={`${t('invoices.pay')}: ${invoice.id}`}
      onClick={() => onPay(invoice)}
    >
      {t('invoices.pay')}
    </Button>
  )
}

export const InvoiceTable = ({ invoices, onPay }: InvoiceListProps) => {
  const { t } = useTranslation('billing')
  return (
    <div className="list-table">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('invoices.columns.id')}</TableCell>
            <TableCell>{t('invoices.columns.detail')}</TableCell>
            <TableCell align="right">{t('invoices.columns.value')}</TableCell>
            <TableCell>{t('invoices.columns.dueDate')}</TableCell>
            <TableCell>{t('invoices.columns.status')}</TableCell>
            <TableCell align="right">{t('invoices.columns.action')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {invoices.map((invoice) => (
            <TableRow
              key={invoice.id}
              hover
              className={`invoice-row--${readInvoiceState(invoice, readServerTime())}`}
            >
              <TableCell>{invoice.id}</TableCell>
              <TableCell component="th" scope="row">
                {invoice.detail}
              </TableCell>
              <TableCell align="right">{formatReais(invoice.value)}</TableCell>
              <TableCell>{formatDay(new Date(invoice.dueDate))}</TableCell>
              <TableCell>
                <State invoice={invoice} />
              </TableCell>
              <TableCell align="right">
                <Pay invoice={invoice} onPay={onPay} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

/** Below 900 px: one card each. */
export const InvoiceCards = ({ invoices, onPay }: InvoiceListProps) => (
  <ul className="list-cards">
    {invoices.map((invoice) => (
      <li key={invoice.id} className="list-card">
        <div className="list-card__head">
          <b>{`${invoice.id} · ${invoice.detail}`}</b>
          <State invoice={invoice} />
        </div>
        <div className="list-card__foot">
          <span>{`${formatReais(invoice.value)} · ${formatDay(new Date(invoice.dueDate))}`}</span>
          <Pay invoice={invoice} onPay={onPay} />
        </div>
      </li>
    ))}
  </ul>
)
