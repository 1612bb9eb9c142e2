import type { CompanyPlanView, LoginAnswer, PlanView, SessionUserView, SignUpAnswer } from '@balcao/contracts'

import { api } from '../api'
import { refreshRequest } from '../base-query'

/* Paths are written out here and not read from the contracts' endpoints: those bring the validator with them,
   and the first page must stay small. session.api.test.ts compares them with the contract. */

export interface SignUpForm {
  name: string
  email: string
  phone: string
  password: string
  planId: number
}

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<LoginAnswer, { email: string; password: string }>({
      query: (body) => ({ url: '/auth/login', method: 'POST', body }),
    }),
    /** The first call of a page with a stored token: a fresh token and the user. */
    boot: build.mutation<LoginAnswer, void>({ query: () => refreshRequest }),
    logout: build.mutation<void, void>({
      query: () => ({ url: '/auth/logout', method: 'DELETE', responseHandler: 'text' }),
    }),
    me: build.query<SessionUserView, void>({ query: () => '/auth/me', keepUnusedDataFor: 0 }),
    listPlans: build.query<PlanView[], void>({ query: () => '/plans/list' }),
    signUp: build.mutation<SignUpAnswer, SignUpForm>({
      query: (body) => ({ url: '/companies', method: 'POST', body }),
    }),
    companyPlan: build.query<CompanyPlanView, number>({
      query: (companyId) => `/companies/listPlan/${companyId}`,
      providesTags: ['Plan'],
    }),
  }),
})

export const {
  useLoginMutation,
  useLogoutMutation,
  useListPlansQuery,
  useSignUpMutation,
  useCompanyPlanQuery,
} = sessionApi
