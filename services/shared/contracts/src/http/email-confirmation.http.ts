import { emailField } from './companies.http'
import { emailConfirmationRoutes } from './email-confirmation.routes'
import { endpoint } from './endpoint'
import { object } from './fields'
import { resetCodeField } from './password-reset.http'

export const confirmAddressBody = object({ email: emailField(), code: resetCodeField() })

export const confirmAddress = endpoint(emailConfirmationRoutes.confirmAddress, {
  access: 'public',
  pastDue: true,
  rate: 'reset',
  body: confirmAddressBody,
  tag: 'auth',
  summary:
    'Confirms an e-mail with the code that was mailed to it: of a user whom a company made or gave the e-mail (7 days), or of a sign-up (a day). Once; the account counts from then on.',
  errors: ['ERR_RESET_CODE_INVALID', 'ERR_EMAIL_ALREADY_EXISTS'],
})
