import { listAllUsers, listUsers, pathOf, type AnswerOf, type UserView } from '@balcao/contracts'

import { api } from './api'

export type UserName = AnswerOf<typeof listAllUsers>[number]

export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAllUsers: build.query<UserName[], undefined>({
      query: () => pathOf(listAllUsers),
      providesTags: ['User'],
    }),

    /** The first page of what the words match, with who is online. */
    searchUsers: build.query<UserView[], string>({
      query: (searchParam) => ({ url: pathOf(listUsers), params: { searchParam, pageNumber: '1' } }),
      transformResponse: ({ users }: { users: UserView[] }) => users,
      providesTags: ['User'],
    }),
  }),
})

export const { useListAllUsersQuery, useSearchUsersQuery } = usersApi
