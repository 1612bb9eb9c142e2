import type { PixChargeView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'

import { onFeed } from '../../data/live/handlers'
import { PIX_REDIRECT_MS } from '../../lib/constants'
import { formatDay } from '../../lib/format-date'
import { formatReais } from '../../lib/format-money'
import { toast } from '../../lib/toast'
import { CheckIcon } from '../../ui/icons'
import './billing.css'

const QR_PX = 256
const SECOND_MS = 1_000

/** Whether a payment arrived; then the toast, and the start page after 4 s. */
const usePayment = (): boolean => {
  const { t } = useTranslation('billing')
  const navigate = useNavigate()
  const [isPaid, setPaid] = useState(false)
  useEffect(
    () =>
      onFeed('payment', ({ company: { dueDate } }) => {
        setPaid(true)
        if (dueDate) toast.success(t('pix.renewed', { date: formatDay(new Date(dueDate)) }))
      }),
    [t],
  )
  useEffect(() => {
    if (!isPaid) return undefined
    const timer = setTimeout(() => void navigate('/'), PIX_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isPaid, navigate])
  return isPaid
}

const useElapsed = (): string => {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((known) => known + 1), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const CopyButton = ({ text }: { text: string }) => {
  const { t } = useTranslation('billing')
  const [isCopied, setCopied] = useState(false)
  return (
    <Button
      variant="contained"
      size="large"
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      {t(isCopied ? 'pix.copied' : 'pix.copy')}
    </Button>
  )
}

const Waiting = ({ charge }: { charge: PixChargeView }) => {
  const { t } = useTranslation('billing')
  const elapsed = useElapsed()
  const code = charge.qrcode.qrcode
  return (
    <>
      <div className="pix__code">
        <QRCodeSVG value={code} size={QR_PX} title={t('pix.qr')} />
      </div>
      <CopyButton text={code} />
      <TextField
        className="pix__text"
        size="small"
        label={t('pix.payload')}
        value={code}
        onFocus={(event) => event.target.select()}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      <ol className="pix__steps">
        <li>{t('pix.steps.open')}</li>
        <li>{t('pix.steps.scan')}</li>
        <li>{t('pix.steps.confirm')}</li>
      </ol>
      <p>
        <span role="status">{t('pix.waiting')}</span> <span aria-hidden="true">{elapsed}</span>
      </p>
      {charge.provider === 'simulated' ? (
        <Link to={`/simulated-pix/${charge.txid}`} target="_blank">
          {t('pix.simulate')}
        </Link>
      ) : null}
    </>
  )
}

/* What the invoice asks now, once it is not what this charge asks: another tab or an operator changed it. */
const useOtherValue = ({ invoiceId, valor }: PixChargeView): number | undefined => {
  const [value, setValue] = useState<number>()
  useEffect(
    () =>
      onFeed('invoice', (event) => {
        if (event.action === 'update' && event.invoice.id === invoiceId && event.invoice.status === 'open')
          setValue(event.invoice.value)
      }),
    [invoiceId],
  )
  return value === Number(valor.original) ? undefined : value
}

interface PixStepProps {
  charge: PixChargeView
  onRestart: () => void
}

/** The code to pay, until the payment is heard of. */
export const PixStep = ({ charge, onRestart }: PixStepProps) => {
  const { t } = useTranslation('billing')
  const isPaid = usePayment()
  const otherValue = useOtherValue(charge)
  if (otherValue !== undefined && !isPaid)
    return (
      <Alert severity="warning" action={<Button onClick={onRestart}>{t('pix.again')}</Button>}>
        {t('pix.replaced', { value: formatReais(otherValue) })}
      </Alert>
    )
  return (
    <div className="pix">
      <span className="pix__amount">{formatReais(Number(charge.valor.original))}</span>
      {isPaid ? (
        <p className="pix__done" role="status">
          <CheckIcon sx={{ fontSize: 72 }} />
          {t('pix.paid')}
        </p>
      ) : (
        <Waiting charge={charge} />
      )}
    </div>
  )
}
