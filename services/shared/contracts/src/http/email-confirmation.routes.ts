import type { confirmAddressBody } from './email-confirmation.http'
import { type Sent, route } from './route'

export const emailConfirmationRoutes = {
  confirmAddress: route('post', '/emails/confirm').with<{
    body: Sent<typeof confirmAddressBody>
    answer: undefined
  }>(),
}
