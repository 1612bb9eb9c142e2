import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'

import { useAppSelector, useAppStore } from '../../data/hooks'
import { openSession } from '../../data/session/open-session'
import { useLoginMutation } from '../../data/session/session.api'
import { selectSession } from '../../data/session/session.slice'
import { readSubscription } from '../../data/session/subscription'
import { readApiError } from '../../lib/api-error'
import { translateError } from '../../lib/error-toast'
import { formatDay } from '../../lib/format-date'
import { toast } from '../../lib/toast'
import { Notice, PlainField, PublicPage, SubmitButton } from '../../ui/public-form'

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
    const subscription = readSubscription(result.data.user.company.dueDate, new Date())
    // Past the due date nothing is stored and the page stays.
    if (subscription.kind === 'over') return expired(subscription.dueDate)
    openSession(store, result.data)
    toast.success(t('login.success'))
    if (subscription.kind === 'ending')
      toast.warning(
        subscription.days === 0
          ? common('auth.expiresToday')
          : common('auth.expiring', { count: subscription.days }),
      )
    return ''
  }
  return { login, busy: isLoading }
}

/** Why the last session ended; a takeover was shown as a toast before the reload. */
const useEndedText = (): string => {
  const { t } = useTranslation()
  const session = useAppSelector(selectSession)
  if (session.phase !== 'guest') return ''
  if (session.ended === 'over') return t('auth.ended')
  return session.ended === 'subscription' ? t('backendErrors.ERR_SUBSCRIPTION_EXPIRED') : ''
}

export const LoginPage = () => {
  const { t } = useTranslation('session')
  const { login, busy } = useLogin()
  const ended = useEndedText()
  const state: unknown = useLocation().state
  const [email, setEmail] = useState(readEmail(state))
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
        {ended && !refusal ? <Notice kind="info">{ended}</Notice> : null}
        <PlainField
          label={t('fields.email')}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          autoFocus
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
          readOnly={busy}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <SubmitButton busy={busy}>{t('login.submit')}</SubmitButton>
      </form>
      <nav className="public__links">
        <Link to="/forgetpsw">{t('login.forgot')}</Link>
        <Link to="/signup">{t('login.signUp')}</Link>
      </nav>
    </PublicPage>
  )
}

/** The e-mail that a sign-up hands over. */
const readEmail = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : ''
