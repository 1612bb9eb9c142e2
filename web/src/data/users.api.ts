import { sessionRoutes, type Answer } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

export type UserName = Answer<typeof sessionRoutes.listAllUsers>[number]

export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAllUsers: build.query({ ...endpoint(sessionRoutes.listAllUsers), providesTags: ['User'] }),

    /** The first page of what the words match, with who is online. */
    searchUsers: build.query({
      ...endpoint(
        sessionRoutes.listUsers,
        (searchParam: string) => ({ query: { searchParam, pageNumber: 1 } }),
        ({ users }) => users,
      ),
      providesTags: ['User'],
    }),
  }),
})

export const { useListAllUsersQuery, useSearchUsersQuery } = usersApi
