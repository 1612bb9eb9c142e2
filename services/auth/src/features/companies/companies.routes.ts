import { getCompanyHours, putCompanyHours, signUp as signUpEndpoint, signUpAlias } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { readCompanyHours, setCompanyHours, type CompanyHoursDeps } from './company-hours'
import { signUp, type SignUpDeps } from './sign-up'

export function companiesRoutes(edge: HttpEdge, deps: SignUpDeps & CompanyHoursDeps): void {
  for (const endpoint of [signUpEndpoint, signUpAlias]) {
    edge.route(endpoint, ({ body: { name, email, phone, password, planId } }) =>
      signUp(deps, { name, email, phone, password, planId }),
    )
  }
  edge.route(getCompanyHours, ({ session, params }) => readCompanyHours(deps, session, params.companyId))
  edge.route(putCompanyHours, ({ session, params, body }) =>
    setCompanyHours(deps, session, params.companyId, body),
  )
}
