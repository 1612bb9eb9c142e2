import { apiKeyRoutes, type Answer, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { numberedPages, type PageAsked } from './pages'
import { endpoint } from './request'

export type ApiKeyForm = SentBody<typeof apiKeyRoutes.createApiKey>
type ApiKeysPage = Answer<typeof apiKeyRoutes.listApiKeys>

const toPath = (apiKeyId: number) => ({ path: { apiKeyId } })

export const apiKeysApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Pages, newest first. */
    listApiKeys: build.infiniteQuery<ApiKeysPage, undefined, number>({
      ...endpoint(apiKeyRoutes.listApiKeys, ({ pageParam }: PageAsked<undefined>) => ({
        query: { pageNumber: pageParam },
      })),
      infiniteQueryOptions: numberedPages,
      providesTags: ['api-keys'],
    }),
    createApiKey: build.mutation({
      ...endpoint(apiKeyRoutes.createApiKey, (body: ApiKeyForm) => ({ body })),
      invalidatesTags: ['api-keys'],
    }),
    updateApiKey: build.mutation({
      ...endpoint(apiKeyRoutes.updateApiKey, ({ id, body }: { id: number; body: ApiKeyForm }) => ({
        ...toPath(id),
        body,
      })),
      invalidatesTags: ['api-keys'],
    }),
    revokeApiKey: build.mutation({
      ...endpoint(apiKeyRoutes.deleteApiKey, toPath),
      invalidatesTags: ['api-keys'],
    }),
  }),
})

export const {
  useListApiKeysInfiniteQuery,
  useCreateApiKeyMutation,
  useUpdateApiKeyMutation,
  useRevokeApiKeyMutation,
} = apiKeysApi
