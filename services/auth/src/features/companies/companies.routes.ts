import * as http from '@balcao/contracts'
import {
  companyId,
  companyTermsBody,
  signUp as signUpEndpoint,
  signUpAlias,
  signUpBody,
  type BodyOf,
} from '@balcao/contracts'
import type { SessionDirectory, TokenVerifier } from '@balcao/kernel'
import { findSession, validateBody, type HttpEdge, type IgnoredFields } from '@balcao/platform'

import { readCompanyHours, setCompanyHours, type CompanyHoursDeps } from './company-hours'
import {
  addCompany,
  changeCompany,
  deleteCompany,
  type CompanyTerms,
  type EditCompaniesDeps,
} from './edit-companies'
import { listCompanies, readCompany, searchCompanies } from './read-companies'
import { signUp, type SignUpDeps } from './sign-up'

type CompaniesRoutesDeps = SignUpDeps &
  CompanyHoursDeps &
  EditCompaniesDeps & { tokens: TokenVerifier; sessions: SessionDirectory }

const readTerms = async (
  { status, campaignsEnabled, dueDate, recurrence }: object & Record<string, unknown>,
  ignored: IgnoredFields | undefined,
) =>
  (await validateBody(
    companyTermsBody,
    { status, campaignsEnabled, dueDate, recurrence },
    ignored,
  )) as CompanyTerms

/* Everything that a stranger's sign-up needs, with the same codes as the edge. */
const requireSignUp = async (body: object) =>
  (await validateBody(signUpBody, body)) as BodyOf<{ body: typeof signUpBody }>

export function companiesRoutes(edge: HttpEdge, deps: CompaniesRoutesDeps): void {
  for (const endpoint of [signUpEndpoint, signUpAlias]) {
    edge.route(endpoint, async ({ raw, body, ignored }) => {
      const session = await findSession(deps, raw)
      if (session?.super) return addCompany(deps, session, body, await readTerms(body, ignored))
      const { name, email, phone, password, planId } = await requireSignUp(body)
      return signUp(deps, { name, email, phone, password, planId })
    })
  }
  edge.route(http.searchCompanies, ({ query }) => searchCompanies(deps, query))
  // Before /companies/:companyId, which would match `list` as an id.
  edge.route(http.listCompanies, () => listCompanies(deps))
  edge.route(http.getCompany, ({ session, params }) => readCompany(deps, session, params.companyId))
  edge.route(http.updateCompany, ({ session, params, body }) =>
    changeCompany(deps, session, companyId(params.companyId), body),
  )
  edge.route(http.deleteCompany, async ({ session, params }) => {
    await deleteCompany(deps, session, companyId(params.companyId))
    return { message: 'Company deleted' }
  })
  edge.route(http.getCompanyHours, ({ session, params }) => readCompanyHours(deps, session, params.companyId))
  edge.route(http.putCompanyHours, ({ session, params, body }) =>
    setCompanyHours(deps, session, params.companyId, body),
  )
}
