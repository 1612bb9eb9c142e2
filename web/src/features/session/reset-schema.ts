import { emailField, newPasswordField, resetCodeField, literals } from '@balcao/contracts'
import { object, ref, string } from 'yup'

/** The specification's text, the same in every language. */
const DIFFERENT_PASSWORDS = 'As senhas não correspondem'

export const requestSchema = object({ email: emailField() })

export const resetSchema = object({
  email: emailField(),
  token: resetCodeField(),
  newPassword: newPasswordField(),
  confirmPassword: string()
    .required(literals.required)
    .oneOf([ref('newPassword')], DIFFERENT_PASSWORDS),
})

/** What a new password needs, in the order in which the page lists it. */
export const passwordRules = [
  { key: 'length', isMet: (password: string) => password.length >= 8 },
  { key: 'upper', isMet: (password: string) => /\p{Lu}/u.test(password) },
  { key: 'lower', isMet: (password: string) => /\p{Ll}/u.test(password) },
  { key: 'digit', isMet: (password: string) => /\d/.test(password) },
] as const
