import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'

import { useAppSelector, useAppStore } from '../../data/hooks'
import { openSession } from '../../data/session/open-session'
import { useLoginMutation } from '../../data/session/session.api'
import { selectSession, type EndReason } from '../../data/session/session.slice'
import { isOnTrial, readSubscription } from '../../data/session/subscription'
import { readApiError } from '../../lib/api-error'
import { translateError } from '../../lib/error-toast'
import { formatDay } from '../../lib/format-date'
import { readServerTime } from '../../lib/server-clock'
import { toast } from '../../lib/toast'
import { Notice, PlainField, PublicPage, SubmitButton } from '../../ui/public-form'
import { readEmail } from './handed-email'

/** The day that a refused company had paid for, when the server says it. */
const readDueDate = (error: unknown): Date | null => {
  const read = readApiError(error)
  if (read.kind === 'network' || read.status !== 402 || !read.dueDate) return null
  const date = new Date(read.dueDate)
  return Number.isNaN(date.getTime()) ? null : date
}

/** Sends the form; returns the text of the error, if any. */
const useLogin = () => {
  const { t } = useTranslation('session')
  const { t: common } = useTranslation()
  const store = useAppStore()
  const [send, { isLoading }] = useLoginMutation()

  const login = async (email: string, password: string): Promise<string> => {
    const result = await send({ email, password })
    const expired = (dueDate: Date) => common('auth.expired', { date: formatDay(dueDate) })
    if (!result.data) {
      const dueDate = readDueDate(result.error)
      return dueDate ? expired(dueDate) : translateError(result.error)
    }
    const { dueDate: paidUntil, trialExpiration } = result.data.user.company
    const now = readServerTime()
    const subscription = readSubscription(paidUntil, now)
    openSession(store, result.data)
    // An administrator's session past the due date is there to pay.
    if (subscription.kind === 'over') return ''
    toast.success(t('login.success'))
    if (subscription.kind === 'ending') {
      const isTrial = isOnTrial(trialExpiration, now)
      toast.warning(
        subscription.days === 0
          ? common(isTrial ? 'auth.trialEndsToday' : 'auth.expiresToday')
          : common(isTrial ? 'auth.trialEnding' : 'auth.expiring', { count: subscription.days }),
      )
    }
    return ''
  }
  return { login, busy: isLoading }
}

/** Why the last session ended, and whose it was. */
const useEnded = (): { reason: EndReason | null; text: string; email: string } => {
  const { t } = useTranslation()
  const session = useAppSelector(selectSession)
  const { ended: reason, email } = session.phase === 'guest' ? session : { ended: null, email: '' }
  const texts = {
    takeover: t('auth.accountElsewhere'),
    over: t('auth.ended'),
    subscription: t('backendErrors.ERR_SUBSCRIPTION_EXPIRED'),
    logout: '',
  }
  return { reason, text: reason === null ? '' : texts[reason], email }
}

export const LoginPage = () => {
  const { t } = useTranslation('session')
  const { login, busy } = useLogin()
  const ended = useEnded()
  const state: unknown = useLocation().state
  const [knownEmail] = useState(readEmail(state) || ended.email)
  const [email, setEmail] = useState(knownEmail)
  const [password, setPassword] = useState('')
  const [refusal, setRefusal] = useState('')

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setRefusal('')
    setRefusal(await login(email.trim(), password))
  }

  return (
    <PublicPage title={t('login.title')} lead={t('login.lead')}>
      <form className="public__form" onSubmit={(event) => void handleSubmit(event)}>
        {refusal ? <Notice kind="error">{refusal}</Notice> : null}
        {ended.text && !refusal ? <Notice kind="info">{ended.text}</Notice> : null}
        <PlainField
          label={t('fields.email')}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          autoFocus={knownEmail === ''}
          readOnly={busy}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PlainField
          label={t('fields.password')}
          name="password"
          secret
          autoComplete="current-password"
          required
          autoFocus={knownEmail !== ''}
          readOnly={busy}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <SubmitButton busy={busy}>
          {t(ended.reason === 'takeover' ? 'login.useHere' : 'login.submit')}
        </SubmitButton>
      </form>
      <nav className="public__links">
        <Link to="/forgetpsw">{t('login.forgot')}</Link>
        <Link to="/signup">{t('login.signUp')}</Link>
        <Link to="/confirm" state={{ email }}>
          {t('login.confirm')}
        </Link>
      </nav>
    </PublicPage>
  )
}
