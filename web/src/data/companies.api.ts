import { companyRoutes, userRoutes, type ManagedCompanyView, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { numberedPages, toSearchedPage } from './pages'
import { endpoint } from './request'

/** Settings of other companies are announced to their own people only, and no page shows them. */
export type ListedCompany = Omit<ManagedCompanyView, 'settings'>
export interface CompaniesPage {
  companies: ListedCompany[]
  count: number
  hasMore: boolean
}
export type NewCompany = SentBody<typeof companyRoutes.signUp> & CompanyPatch
export type CompanyPatch = SentBody<typeof companyRoutes.updateCompany>

const toPath = (companyId: number) => ({ path: { companyId } })

/** The companies of the platform, for super users; `getCompany` also for administrators, of their own. */
export const companiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Pages of what the words match, by name. */
    listCompanies: build.infiniteQuery<CompaniesPage, string, number>({
      ...endpoint(companyRoutes.searchCompanies, toSearchedPage, (page) => ({
        ...page,
        companies: page.companies.map(({ settings: _settings, ...company }) => company),
      })),
      infiniteQueryOptions: numberedPages,
      providesTags: ['companies'],
    }),

    getCompany: build.query({ ...endpoint(companyRoutes.getCompany, toPath), providesTags: ['companies'] }),

    /** With the company's terms, which count because a super user sends them. */
    createCompany: build.mutation({
      ...endpoint(companyRoutes.signUp, (body: NewCompany) => ({ body })),
      invalidatesTags: ['companies'],
    }),

    updateCompany: build.mutation({
      ...endpoint(companyRoutes.updateCompany, ({ id, body }: { id: number; body: CompanyPatch }) => ({
        ...toPath(id),
        body,
      })),
      invalidatesTags: ['companies', 'plans'],
    }),

    /** The address of a download that has to begin within a minute. */
    startCompanyExport: build.mutation(endpoint(companyRoutes.startCompanyExport, toPath)),

    deleteCompany: build.mutation({
      ...endpoint(companyRoutes.deleteCompany, toPath),
      invalidatesTags: ['companies'],
    }),

    /** Active users of a company by id: the first is its first administrator. */
    listCompanyUsers: build.query({
      ...endpoint(userRoutes.listAllUsers, (companyId: number) => ({
        query: { companyId: String(companyId) },
      })),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useCreateCompanyMutation,
  useDeleteCompanyMutation,
  useGetCompanyQuery,
  useListCompaniesInfiniteQuery,
  useListCompanyUsersQuery,
  useStartCompanyExportMutation,
  useUpdateCompanyMutation,
} = companiesApi
