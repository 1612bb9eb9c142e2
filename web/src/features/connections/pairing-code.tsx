import { keepDigits } from '@balcao/contracts'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useRequestPairingCodeMutation } from '../../data/connections.api'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { IconAction } from '../../ui/icon-action'
import { CopyIcon } from '../../ui/icons'

/** The digits of a number as typed; null when it cannot be one. */
export const parsePhoneNumber = (text: string): string | null => {
  const digits = keepDigits(text)
  return /^\d{8,15}$/.test(digits) ? digits : null
}

const Code = ({ code }: { code: string }) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const handleCopy = async () => {
    await navigator.clipboard.writeText(code)
    toast.success(common('actions.copied'))
  }
  return (
    <div className="pairing__shown">
      <output className="pairing__code" aria-label={t('code.label')}>
        {code}
      </output>
      <IconAction label={common('actions.copy')} onClick={() => void handleCopy()}>
        <CopyIcon />
      </IconAction>
      <small>{t('code.valid')}</small>
    </div>
  )
}

export interface PairingCodeProps {
  connectionId: number
  /** A code can be requested only while the session shows a QR code. */
  ready: boolean
}

/** Asks for the phone's number, then shows the code to type on the phone. */
export const PairingCode = ({ connectionId, ready }: PairingCodeProps) => {
  const { t } = useTranslation('connections')
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const [request, { data, isLoading }] = useRequestPairingCodeMutation()
  const handleSubmit = async (event: React.FormEvent) => {
    event.preventDefault()
    const number = parsePhoneNumber(typed)
    setWrong(number === null)
    if (number === null) return
    const result = await request({ id: connectionId, number })
    if (result.error) showError(result.error)
  }
  return (
    <form className="pairing" onSubmit={(event) => void handleSubmit(event)} noValidate>
      <TextField
        id="pairing-number"
        label={t('code.number')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={wrong}
        helperText={t(wrong ? 'code.numberWrong' : 'code.numberHint')}
        type="tel"
        autoComplete="tel"
        autoFocus
      />
      {data ? <Code code={data.code} /> : null}
      <Button type="submit" variant={data ? 'outlined' : 'contained'} loading={isLoading} disabled={!ready}>
        {t(data ? 'code.renew' : 'code.generate')}
      </Button>
    </form>
  )
}
