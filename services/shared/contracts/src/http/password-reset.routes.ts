import type { resetPasswordBody } from './password-reset.http'
import { type Sent, route } from './route'

/** 404 only where the installation reveals unknown e-mails (RESET_REVEAL_UNKNOWN); the HTTP status is 200 in both cases. */
export interface ForgotPasswordAnswer {
  status: 200 | 404
}

export const passwordResetRoutes = {
  forgotPassword: route('post', '/forgetpassword/:email').with<{ answer: ForgotPasswordAnswer }>(),
  resetPassword: route('post', '/resetpasswords').with<{
    body: Sent<typeof resetPasswordBody>
    answer: undefined
  }>(),
  resetPasswordByPath: route('post', '/resetpasswords/:email/:token/:newPassword').with<{
    answer: undefined
  }>(),
}
