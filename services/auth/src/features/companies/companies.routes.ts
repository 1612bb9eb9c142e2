import { signUp as signUpEndpoint, signUpAlias } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { signUp, type SignUpDeps } from './sign-up'

export function companiesRoutes(edge: HttpEdge, deps: SignUpDeps): void {
  for (const endpoint of [signUpEndpoint, signUpAlias]) {
    edge.route(endpoint, ({ body: { name, email, phone, password, planId } }) =>
      signUp(deps, { name, email, phone, password, planId }),
    )
  }
}
