import { useFormik } from 'formik'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'

import { useForgotPasswordMutation, useResetPasswordMutation } from '../../data/session/session.api'
import { FORM_SUBMIT_DELAY_MS } from '../../lib/constants'
import { translateError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { listYupErrors } from '../../lib/yup-errors'
import { Notice, PlainField, PublicPage, SubmitButton } from '../../ui/public-form'
import { PasswordRules } from './password-rules'
import { requestSchema, resetSchema } from './reset-schema'

const emptyForm = { email: '', token: '', newPassword: '', confirmPassword: '' }
type Form = typeof emptyForm

const submitDelay = () => new Promise((resolve) => setTimeout(resolve, FORM_SUBMIT_DELAY_MS))

/** Both steps of the form, and the texts that they end with. */
const useReset = () => {
  const { t } = useTranslation('session')
  const navigate = useNavigate()
  const [isSent, setSent] = useState(false)
  const [requestCode] = useForgotPasswordMutation()
  const [resetPassword] = useResetPasswordMutation()

  /* The text of an error; undefined when the mail is on its way. */
  const request = async (email: string): Promise<string | undefined> => {
    const result = await requestCode(email)
    if (result.error) return translateError(result.error)
    if (result.data.status === 404) return t('reset.notFound')
    toast.success(t('reset.sent'))
    setSent(true)
    return undefined
  }
  const reset = async ({ email, token, newPassword }: Form): Promise<string | undefined> => {
    const result = await resetPassword({ email: email.trim(), token: token.trim(), password: newPassword })
    if (result.error) return translateError(result.error)
    toast.success(t('reset.done'))
    await navigate('/login', { state: { email: email.trim() } })
    return undefined
  }
  const form = useFormik<Form>({
    initialValues: emptyForm,
    validate: (values) => listYupErrors(isSent ? resetSchema : requestSchema, values),
    onSubmit: async (values, helpers) => {
      helpers.setStatus(undefined)
      await submitDelay()
      const refusal = isSent ? await reset(values) : await request(values.email.trim())
      if (!isSent && refusal === undefined) await helpers.setTouched({}, false)
      helpers.setStatus(refusal)
    },
  })
  const change = () => {
    setSent(false)
    form.resetForm({ values: { ...emptyForm, email: form.values.email } })
  }
  return { form, isSent, change }
}

type ResetForm = ReturnType<typeof useReset>['form']

const NewPasswordFields = ({ form, bind }: { form: ResetForm; bind: (field: keyof Form) => object }) => {
  const { t } = useTranslation('session')
  const rulesId = useId()
  return (
    <>
      <PlainField
        label={t('fields.code')}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        required
        {...bind('token')}
      />
      <div className="field">
        <PlainField
          label={t('fields.newPassword')}
          secret
          autoComplete="new-password"
          required
          describedBy={rulesId}
          {...bind('newPassword')}
        />
        <PasswordRules id={rulesId} password={form.values.newPassword} />
      </div>
      <PlainField
        label={t('fields.confirmPassword')}
        secret
        autoComplete="new-password"
        required
        {...bind('confirmPassword')}
      />
    </>
  )
}

export const ResetPage = () => {
  const { t } = useTranslation('session')
  const { form, isSent, change } = useReset()
  const refusal: unknown = form.status
  const bind = (field: keyof Form) => ({
    ...form.getFieldProps(field),
    ...(form.touched[field] && form.errors[field] ? { error: form.errors[field] } : {}),
  })
  return (
    <PublicPage title={t('reset.title')} lead={t(isSent ? 'reset.leadSent' : 'reset.lead')}>
      <form className="public__form" noValidate onSubmit={form.handleSubmit}>
        {typeof refusal === 'string' ? <Notice kind="error">{refusal}</Notice> : null}
        <PlainField
          label={t('fields.email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          autoFocus
          readOnly={isSent || form.isSubmitting}
          {...bind('email')}
        />
        {isSent ? (
          <button type="button" className="plain-link" onClick={change}>
            {t('reset.change')}
          </button>
        ) : null}
        {isSent ? <NewPasswordFields form={form} bind={bind} /> : null}
        <SubmitButton busy={form.isSubmitting}>{t(isSent ? 'reset.submit' : 'reset.send')}</SubmitButton>
      </form>
      <nav className="public__links">
        <Link to="/login">{t('reset.login')}</Link>
      </nav>
    </PublicPage>
  )
}
