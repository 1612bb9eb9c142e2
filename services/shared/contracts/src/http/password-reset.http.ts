import { emailField } from './companies.http'
import { endpoint } from './endpoint'
import { literals, object, text } from './fields'
import { passwordResetRoutes } from './password-reset.routes'

/** The specification's text about a password that is too simple, the same in every language. */
export const SIMPLE_PASSWORD =
  'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.'

/* A longer password would be cut by some hash functions of other products; ours has no need of more. */
const MAX_PASSWORD_BYTES = 128
const utf8 = new TextEncoder()

/** A password chosen in a reset: 8 characters or more with a lower-case letter, a capital and a digit, at most 128 bytes. */
export const newPasswordField = () =>
  text(MAX_PASSWORD_BYTES)
    .required(literals.required)
    .matches(/^(?=.*\d)(?=.*\p{Ll})(?=.*\p{Lu}).{8,}$/su, SIMPLE_PASSWORD)
    .test(
      'bytes',
      literals.long,
      (value: string | undefined) => utf8.encode(value ?? '').length <= MAX_PASSWORD_BYTES,
    )

export const resetCodeField = () => text(40).required(literals.required)

export const forgotPasswordParams = object({ email: emailField() })

export const resetPasswordBody = object({
  email: emailField(),
  token: resetCodeField(),
  password: newPasswordField(),
})

export const resetPasswordParams = object({
  email: emailField(),
  token: resetCodeField(),
  newPassword: newPasswordField(),
})

export const forgotPassword = endpoint(passwordResetRoutes.forgotPassword, {
  access: 'public',
  pastDue: true,
  rate: 'reset-request',
  params: forgotPasswordParams,
  tag: 'auth',
  summary:
    'Mails a code of 8 characters that sets a new password once, within 15 minutes. Unknown e-mails get the same answer.',
})

const resetChecks = {
  access: 'public',
  pastDue: true,
  rate: 'reset',
  tag: 'auth',
  errors: ['ERR_RESET_CODE_INVALID', 'ERR_WEAK_PASSWORD'],
} as const

export const resetPassword = endpoint(passwordResetRoutes.resetPassword, {
  ...resetChecks,
  body: resetPasswordBody,
  summary: 'Sets a new password with a mailed code and ends every session of the user.',
})

/** The same call at the path that older clients use. The path is masked before anything can log it. */
export const resetPasswordByPath = endpoint(passwordResetRoutes.resetPasswordByPath, {
  ...resetChecks,
  params: resetPasswordParams,
  summary: 'The same, for clients that put the new password into the path. Use POST /resetpasswords.',
})
