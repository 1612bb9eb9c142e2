import {
  cloudAccountRoutes,
  type BodyOf,
  type saveCloudAccount,
  type signUpCloudAccount,
} from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

const toPath = (whatsappId: number) => ({ path: { whatsappId } })

export type CloudAccountBody = BodyOf<typeof saveCloudAccount>

export type CloudSignupBody = BodyOf<typeof signUpCloudAccount>

export const cloudAccountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCloudAccount: build.query({
      ...endpoint(cloudAccountRoutes.getCloudAccount, toPath),
      // Read again each time: the answer says what Meta accepted last.
      keepUnusedDataFor: 0,
    }),
    saveCloudAccount: build.mutation({
      ...endpoint(
        cloudAccountRoutes.saveCloudAccount,
        ({ id, body }: { id: number; body: CloudAccountBody }) => ({
          ...toPath(id),
          body,
        }),
      ),
      invalidatesTags: ['connections'],
    }),
    signUpCloudAccount: build.mutation({
      ...endpoint(
        cloudAccountRoutes.signUpCloudAccount,
        ({ id, body }: { id: number; body: CloudSignupBody }) => ({
          ...toPath(id),
          body,
        }),
      ),
      invalidatesTags: ['connections'],
    }),
  }),
})

export const { useGetCloudAccountQuery, useSaveCloudAccountMutation, useSignUpCloudAccountMutation } =
  cloudAccountsApi
