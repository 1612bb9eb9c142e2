import type {
  connectionBody,
  ConnectionHealth,
  ConnectionView,
  LanesAnswer,
  MergeView,
  ProvidersView,
  WebClientView,
} from '@balcao/contracts'
import type { InferType } from 'yup'

import { api } from './api'

/* Paths are written out, as in session.api.ts: the shell's badge needs the list before the validator. */

export type ConnectionForm = InferType<typeof connectionBody>

export const connectionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listConnections: build.query<ConnectionView[], void>({
      query: () => '/whatsapp?session=0',
      providesTags: ['Connection'],
    }),
    /** With its QR text and the end of its token, for administrators. */
    getConnection: build.query<ConnectionView, number>({
      query: (id) => `/whatsapp/${id}?session=0`,
      providesTags: (_connection, _error, id) => [{ type: 'Connection', id }],
      // Secrets do not stay in memory once nobody looks at them.
      keepUnusedDataFor: 0,
    }),
    listProviders: build.query<ProvidersView, void>({
      query: () => '/whatsapp-providers',
    }),
    /** The version of WhatsApp Web that numbers connect with. */
    getWebClient: build.query<WebClientView, void>({
      query: () => '/whatsapp-web-client',
    }),
    createConnection: build.mutation<ConnectionView, ConnectionForm>({
      query: (body) => ({ url: '/whatsapp', method: 'POST', body }),
      invalidatesTags: ['Connection'],
    }),
    updateConnection: build.mutation<ConnectionView, { id: number; body: ConnectionForm }>({
      query: ({ id, body }) => ({ url: `/whatsapp/${id}`, method: 'PUT', body }),
      invalidatesTags: ['Connection'],
    }),
    /** The new token is in this answer and nowhere else. */
    replaceConnectionToken: build.mutation<{ token: string }, number>({
      query: (id) => ({ url: `/whatsapp/${id}/token`, method: 'POST', body: {} }),
      invalidatesTags: (_answer, _error, id) => [{ type: 'Connection', id }],
    }),
    deleteConnection: build.mutation<{ message: string }, number>({
      query: (id) => ({ url: `/whatsapp/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Connection'],
    }),
    /** POST tries again, PUT asks for a new QR code, DELETE disconnects. */
    changeSession: build.mutation<{ message: string }, { id: number; method: 'POST' | 'PUT' | 'DELETE' }>({
      query: ({ id, method }) => ({
        url: `/whatsappsession/${id}`,
        method,
        body: method === 'DELETE' ? undefined : {},
      }),
    }),
    /** What waits on a number. Asked for again and again while somebody looks: nothing tells of it. */
    getLanes: build.query<LanesAnswer, number>({
      query: (id) => `/whatsapp/${id}/lanes`,
      providesTags: (_lanes, _error, id) => [{ type: 'Connection', id: `lanes:${id}` }],
      keepUnusedDataFor: 0,
    }),
    /** How a number is doing. Asked for again and again while somebody looks, like its lanes. */
    getHealth: build.query<ConnectionHealth, { id: number; since: string }>({
      query: ({ id, since }) => `/whatsapp/${id}/health?since=${since}`,
      keepUnusedDataFor: 0,
    }),
    setPace: build.mutation<LanesAnswer, { id: number; perMinute: number | null }>({
      query: ({ id, perMinute }) => ({ url: `/whatsapp/${id}/lanes`, method: 'PUT', body: { perMinute } }),
      invalidatesTags: (_lanes, _error, { id }) => [{ type: 'Connection', id: `lanes:${id}` }],
    }),
    resumeLanes: build.mutation<LanesAnswer, number>({
      query: (id) => ({ url: `/whatsapp/${id}/lanes/resume`, method: 'POST', body: {} }),
      invalidatesTags: (_lanes, _error, id) => [{ type: 'Connection', id: `lanes:${id}` }],
    }),
    listMerges: build.query<MergeView[], number>({
      query: (id) => `/whatsapp/${id}/merges`,
      providesTags: (_merges, _error, id) => [{ type: 'Connection', id: `merges:${id}` }],
      keepUnusedDataFor: 0,
    }),
    undoMerge: build.mutation<MergeView, { id: number; mergeId: string }>({
      query: ({ mergeId }) => ({ url: `/whatsapp/merges/${mergeId}/undo`, method: 'POST', body: {} }),
      invalidatesTags: (_merge, _error, { id }) => [{ type: 'Connection', id: `merges:${id}` }],
    }),
    /** Eight characters to type on the phone; only while it shows a QR code. */
    requestPairingCode: build.mutation<{ code: string }, { id: number; number: string }>({
      query: ({ id, number }) => ({
        url: `/whatsappsession/${id}/pairing-code`,
        method: 'POST',
        body: { number },
      }),
    }),
  }),
})

export const {
  useListConnectionsQuery,
  useGetConnectionQuery,
  useCreateConnectionMutation,
  useUpdateConnectionMutation,
  useDeleteConnectionMutation,
  useReplaceConnectionTokenMutation,
  useChangeSessionMutation,
  useListProvidersQuery,
  useGetWebClientQuery,
  useRequestPairingCodeMutation,
  useGetLanesQuery,
  useGetHealthQuery,
  useSetPaceMutation,
  useResumeLanesMutation,
  useListMergesQuery,
  useUndoMergeMutation,
} = connectionsApi
