import type { signUpBody } from './companies.http'
import { type Sent, route } from './route'

/** The same for an e-mail that has an account already: without ids, which nothing was given then. */
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
