import type { SignupAppView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import CircularProgress from '@mui/material/CircularProgress'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { translateError } from '../../lib/error-toast'
import type { SignupEnd, SignupResult } from '../../lib/signup-channel'
import { useSignup, type SignupState } from './use-signup'

const PIN = /^\d{6}$/

/* A part of the form of credentials, of which it is no field: Enter goes on with the PIN. */
const PinField = ({ error, onSend }: { error: string; onSend: (pin: string) => void }) => {
  const { t } = useTranslation('connections')
  const [pin, setPin] = useState('')
  const isWhole = PIN.test(pin)
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (isWhole) onSend(pin)
  }
  return (
    <div className="signup-pin">
      <TextField
        label={t('signup.pin')}
        value={pin}
        onChange={({ target }) => setPin(target.value.replaceAll(/\D/g, '').slice(0, 6))}
        onKeyDown={handleKey}
        error
        helperText={`${error} ${t('signup.pinHint')}`}
        autoFocus
        slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
      />
      <Button variant="contained" disabled={!isWhole} onClick={() => onSend(pin)}>
        {t('signup.pinSend')}
      </Button>
    </div>
  )
}

const Waiting = ({ text, onStop }: { text: string; onStop?: (() => void) | undefined }) => {
  const { t } = useTranslation('connections')
  return (
    <div className="signup-waiting" role="status">
      <CircularProgress size={20} aria-hidden />
      <span>{text}</span>
      {onStop ? (
        <Button color="secondary" onClick={onStop}>
          {t('signup.stop')}
        </Button>
      ) : null}
    </div>
  )
}

const Ended = ({ end }: { end: SignupEnd }) => {
  const { t } = useTranslation('connections')
  const severity = end.why === 'cancelled' || end.why === 'closed' ? 'info' : 'warning'
  const message = end.why === 'failed' ? end.message : ''
  return <Alert severity={severity}>{t(`signup.ended.${end.why}`, { message })}</Alert>
}

interface Steps {
  start: (isOnPhone: boolean) => void
  stop: () => void
  send: (result: SignupResult, pin?: string) => void
}

const Open = ({ onOpen }: { onOpen: (isOnPhone: boolean) => void }) => {
  const { t } = useTranslation('connections')
  const [isOnPhone, setOnPhone] = useState(false)
  return (
    <>
      <FormControlLabel
        control={<Checkbox checked={isOnPhone} onChange={({ target }) => setOnPhone(target.checked)} />}
        label={t('signup.onPhone')}
      />
      <Button variant="contained" sx={{ justifySelf: 'start' }} onClick={() => onOpen(isOnPhone)}>
        {t('signup.open')}
      </Button>
    </>
  )
}

const Step = ({ state, start, stop, send }: Steps & { state: SignupState }) => {
  const { t } = useTranslation('connections')
  switch (state.kind) {
    case 'waiting':
      return <Waiting text={t('signup.waiting')} onStop={stop} />
    case 'saving':
      return <Waiting text={t('signup.saving')} />
    case 'pin':
      return <PinField error={translateError(state.error)} onSend={(pin) => send(state.result, pin)} />
    case 'refused': {
      const { error, result } = state
      return (
        <>
          <Alert severity="error">{translateError(error)}</Alert>
          {result ? (
            <Button variant="outlined" sx={{ justifySelf: 'start' }} onClick={() => send(result)}>
              {t('signup.retry')}
            </Button>
          ) : (
            <Open onOpen={start} />
          )}
        </>
      )
    }
    case 'ended':
      return (
        <>
          <Ended end={state.end} />
          <Open onOpen={start} />
        </>
      )
    case 'idle':
      return <Open onOpen={start} />
  }
}

/** Connecting by Meta's own dialog, in place of copying five values: where the installation has an app. */
export const SignupSection = ({
  app,
  connectionId,
  onConnected,
}: {
  app: SignupAppView
  connectionId: number
  onConnected: () => void
}) => {
  const { t } = useTranslation('connections')
  const { state, start, stop, send } = useSignup(connectionId, onConnected)
  return (
    <section className="signup" aria-label={t('signup.open')}>
      <p>{t('signup.intro')}</p>
      <Step
        state={state}
        start={(isOnPhone) => start(app, isOnPhone)}
        stop={stop}
        send={(result, pin) => void send(result, pin)}
      />
      <p className="signup-or">{t('signup.or')}</p>
    </section>
  )
}
