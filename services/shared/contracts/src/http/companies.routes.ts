import type { signUpBody } from './companies.http'
import { type Sent, route } from './route'

/** Also the answer for an e-mail that already has an account; therefore without ids. */
export interface SignUpAnswer {
  name: string
  email: string
  planId: number
  dueDate: string
}

export const companyRoutes = {
  signUp: route('post', '/companies').with<{ body: Sent<typeof signUpBody>; answer: SignUpAnswer }>(),
  signUpAlias: route('post', '/companies/cadastro').with<{
    body: Sent<typeof signUpBody>
    answer: SignUpAnswer
  }>(),
}
