import {
  companyRoutes,
  emailConfirmationRoutes,
  passwordResetRoutes,
  planRoutes,
  sessionRoutes,
  type SentBody,
} from '@balcao/contracts'

import { api } from '../api'
import { refreshRequest } from '../base-query'
import { endpoint } from '../request'

export type SignUpForm = SentBody<typeof companyRoutes.signUp>
export type AddressForm = SentBody<typeof emailConfirmationRoutes.confirmAddress>
export type ResetForm = SentBody<typeof passwordResetRoutes.resetPassword>

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation(
      endpoint(sessionRoutes.login, (body: { email: string; password: string }) => ({ body })),
    ),
    /** The first call of a page with a stored token: a fresh token and the user. */
    boot: build.mutation({ ...endpoint(sessionRoutes.refreshToken), query: (_arg: void) => refreshRequest }),
    logout: build.mutation(endpoint(sessionRoutes.logout)),
    me: build.query({ ...endpoint(sessionRoutes.me), keepUnusedDataFor: 0 }),
    listPlans: build.query(endpoint(planRoutes.listPlans)),
    signUp: build.mutation(endpoint(companyRoutes.signUp, (body: SignUpForm) => ({ body }))),
    forgotPassword: build.mutation(
      endpoint(passwordResetRoutes.forgotPassword, (email: string) => ({ path: { email } })),
    ),
    resetPassword: build.mutation(
      endpoint(passwordResetRoutes.resetPassword, (body: ResetForm) => ({ body })),
    ),
    confirmAddress: build.mutation(
      endpoint(emailConfirmationRoutes.confirmAddress, (body: AddressForm) => ({ body })),
    ),
    companyPlan: build.query({
      ...endpoint(planRoutes.companyPlan, (companyId: number) => ({ path: { companyId } })),
      providesTags: ['plans'],
    }),
  }),
})

export const {
  useConfirmAddressMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useLoginMutation,
  useLogoutMutation,
  useListPlansQuery,
  useSignUpMutation,
  useCompanyPlanQuery,
} = sessionApi
