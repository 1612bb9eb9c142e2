import { confirmAddressBody } from '@balcao/contracts'
import { useFormik } from 'formik'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'

import { useConfirmAddressMutation } from '../../data/session/session.api'
import { translateError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { listYupErrors } from '../../lib/yup-errors'
import { Notice, PlainField, PublicPage, SubmitButton } from '../../ui/public-form'
import { readEmail } from './handed-email'

/* The mailed link has both after the #, which is sent to no server. */
const useHandedValues = () => {
  const { hash, state } = useLocation()
  const link = new URLSearchParams(hash.slice(1))
  return { email: link.get('email') ?? readEmail(state), code: link.get('code') ?? '' }
}

const useConfirmForm = () => {
  const { t } = useTranslation('session')
  const navigate = useNavigate()
  const [confirm] = useConfirmAddressMutation()
  return useFormik({
    initialValues: useHandedValues(),
    validate: (values) => listYupErrors(confirmAddressBody, values),
    onSubmit: async ({ email, code }, helpers) => {
      helpers.setStatus(undefined)
      const asked = { email: email.trim(), code: code.trim() }
      const result = await confirm(asked)
      if (result.error) return void helpers.setStatus(translateError(result.error))
      toast.success(t('confirm.done'))
      await navigate('/login', { state: { email: asked.email } })
    },
  })
}

/** Takes the code that was mailed to an e-mail: of a sign-up, or of a user whom a company gave it. */
export const ConfirmPage = () => {
  const { t } = useTranslation('session')
  const form = useConfirmForm()
  const refusal: unknown = form.status
  const bind = (field: 'email' | 'code') => ({
    ...form.getFieldProps(field),
    ...(form.touched[field] && form.errors[field] ? { error: form.errors[field] } : {}),
  })
  return (
    <PublicPage title={t('confirm.title')} lead={t('confirm.lead')}>
      <form className="public__form" noValidate onSubmit={form.handleSubmit}>
        {typeof refusal === 'string' ? <Notice kind="error">{refusal}</Notice> : null}
        <PlainField
          label={t('fields.email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          readOnly={form.isSubmitting}
          {...bind('email')}
        />
        <PlainField
          label={t('fields.code')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          required
          readOnly={form.isSubmitting}
          {...bind('code')}
        />
        <SubmitButton busy={form.isSubmitting}>{t('confirm.submit')}</SubmitButton>
      </form>
      <nav className="public__links">
        <Link to="/login">{t('reset.login')}</Link>
      </nav>
    </PublicPage>
  )
}
