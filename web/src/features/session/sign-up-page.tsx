import { keepDigits, signUpBody } from '@balcao/contracts'
import { useFormik } from 'formik'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'

import { useSignUpMutation } from '../../data/session/session.api'
import { FORM_SUBMIT_DELAY_MS } from '../../lib/constants'
import { translateError } from '../../lib/error-toast'
import { readFieldErrors } from '../../lib/field-errors'
import { maskPhone } from '../../lib/format-phone'
import { toast } from '../../lib/toast'
import { Notice, PlainField, PublicPage, SubmitButton } from '../../ui/public-form'
import { useFocusFirstError } from '../../ui/use-focus-first-error'
import { listYupErrors } from '../../lib/yup-errors'
import { PlanPicker } from './plan-picker'

const emptyForm = { name: '', email: '', phone: '', password: '', planId: 0 }
type Form = typeof emptyForm

const toBody = (form: Form) => ({ ...form, phone: keepDigits(form.phone), planId: form.planId || undefined })

/* Where mail is sent, the account is made once its code is typed. */
const isConfirmed = (answer: object): boolean =>
  !('emailConfirmed' in answer) || answer.emailConfirmed !== false

const useSignUpForm = () => {
  const { t } = useTranslation('session')
  const navigate = useNavigate()
  const [signUp] = useSignUpMutation()
  return useFormik<Form>({
    initialValues: emptyForm,
    validate: (form) => listYupErrors(signUpBody, toBody(form)),
    onSubmit: async (form, helpers) => {
      helpers.setStatus(undefined)
      await new Promise((resolve) => setTimeout(resolve, FORM_SUBMIT_DELAY_MS))
      const result = await signUp({ ...form, email: form.email.trim(), phone: keepDigits(form.phone) })
      if (result.error) {
        helpers.setErrors(readFieldErrors(result.error, form))
        helpers.setStatus(translateError(result.error))
        return
      }
      const state = { email: form.email.trim() }
      if (!isConfirmed(result.data)) return void (await navigate('/confirm', { state }))
      toast.success(t('signUp.success'))
      await navigate('/login', { state })
    },
  })
}

export const SignUpPage = () => {
  const { t } = useTranslation('session')
  const { t: common } = useTranslation()
  const form = useSignUpForm()
  const fields = useFocusFirstError<HTMLFormElement>(form)
  const findError = (field: keyof Form) => {
    if (!form.touched[field]) return undefined
    const message = form.errors[field]
    return message === 'Invalid phone' ? common('errors.invalidPhone') : message
  }
  const bind = (field: 'name' | 'email' | 'password') => ({
    ...form.getFieldProps(field),
    error: findError(field),
  })
  const refusal: unknown = form.status

  return (
    <PublicPage wide title={t('signUp.title')} lead={t('signUp.lead')}>
      <form ref={fields} className="public__form" noValidate onSubmit={form.handleSubmit}>
        {typeof refusal === 'string' ? <Notice kind="error">{refusal}</Notice> : null}
        <PlainField
          label={t('fields.company')}
          autoComplete="organization"
          autoFocus
          required
          {...bind('name')}
        />
        <PlainField
          label={t('fields.email')}
          type="email"
          autoComplete="username"
          required
          {...bind('email')}
        />
        <PlainField
          label={t('fields.phone')}
          name="phone"
          type="tel"
          autoComplete="tel-national"
          placeholder="(99) 99999-9999"
          required
          value={form.values.phone}
          error={findError('phone')}
          onBlur={form.handleBlur}
          onChange={(event) => void form.setFieldValue('phone', maskPhone(event.target.value))}
        />
        <PlainField
          label={t('fields.password')}
          secret
          autoComplete="new-password"
          required
          {...bind('password')}
        />
        <PlanPicker
          value={form.values.planId}
          error={findError('planId')}
          onChange={(planId) => void form.setFieldValue('planId', planId)}
        />
        <SubmitButton busy={form.isSubmitting}>{t('signUp.submit')}</SubmitButton>
      </form>
      <nav className="public__links">
        <Link to="/login">{t('signUp.login')}</Link>
      </nav>
    </PublicPage>
  )
}
