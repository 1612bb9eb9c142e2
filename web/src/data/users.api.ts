import { userRoutes, type Answer, type SentBody, type UserSort } from '@balcao/contracts'

import { api } from './api'
import { numberedPages, toSortedPage, type SortedList } from './pages'
import { endpoint } from './request'

export type UsersPage = Answer<typeof userRoutes.listUsers>
export type NewUser = SentBody<typeof userRoutes.createUser>
export type UserPatch = SentBody<typeof userRoutes.updateUser>

const toPath = (userId: number) => ({ path: { userId } })

export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAllUsers: build.query({ ...endpoint(userRoutes.listAllUsers), providesTags: ['users'] }),

    /** The first page of what the words match, with who is online. */
    searchUsers: build.query({
      ...endpoint(
        userRoutes.listUsers,
        (searchParam: string) => ({ query: { searchParam, pageNumber: 1 } }),
        ({ users }) => users,
      ),
      providesTags: ['users'],
    }),

    /** Pages of what the words match, newest first unless sorted. */
    listUsers: build.infiniteQuery<UsersPage, SortedList<UserSort>, number>({
      ...endpoint(userRoutes.listUsers, toSortedPage<SortedList<UserSort>>),
      infiniteQueryOptions: numberedPages,
      providesTags: ['users'],
    }),

    getUser: build.query({ ...endpoint(userRoutes.getUser, toPath), providesTags: ['users'] }),

    createUser: build.mutation({
      ...endpoint(userRoutes.createUser, (body: NewUser) => ({ body })),
      invalidatesTags: ['users'],
    }),

    updateUser: build.mutation({
      ...endpoint(userRoutes.updateUser, ({ id, body }: { id: number; body: UserPatch }) => ({
        ...toPath(id),
        body,
      })),
      extraOptions: { renewsSession: true },
      invalidatesTags: ['users'],
    }),

    confirmEmail: build.mutation({
      ...endpoint(userRoutes.confirmEmail, ({ id, code }: { id: number; code: string }) => ({
        ...toPath(id),
        body: { code },
      })),
      extraOptions: { renewsSession: true },
      invalidatesTags: ['users'],
    }),

    inviteUser: build.mutation({ ...endpoint(userRoutes.inviteUser, toPath), invalidatesTags: ['users'] }),

    deleteUser: build.mutation({ ...endpoint(userRoutes.deleteUser, toPath), invalidatesTags: ['users'] }),
  }),
})

export const {
  useConfirmEmailMutation,
  useCreateUserMutation,
  useDeleteUserMutation,
  useGetUserQuery,
  useInviteUserMutation,
  useListAllUsersQuery,
  useListUsersInfiniteQuery,
  useSearchUsersQuery,
  useUpdateUserMutation,
} = usersApi
