import {
  connectionRoutes,
  healthRoutes,
  laneRoutes,
  passkeyRoutes,
  type Answer,
  type answerPasskey,
  type BodyOf,
  type createConnection,
  type updateConnection,
} from '@balcao/contracts'

import { api } from './api'
import { buildRequest, endpoint } from './request'

/** A connection as its form holds it: every field has a value. */
export type ConnectionForm = BodyOf<typeof createConnection>

/** Absent fields stay as they are. */
export type ConnectionPatch = BodyOf<typeof updateConnection>

export type PasskeyAnswer = BodyOf<typeof answerPasskey>

const sessionChanges = {
  POST: connectionRoutes.startSession,
  PUT: connectionRoutes.requestNewQr,
  DELETE: connectionRoutes.endSession,
}

interface SessionChange {
  id: number
  method: keyof typeof sessionChanges
}

const toPath = (whatsappId: number) => ({ path: { whatsappId } })

/** What is absent stays as it is; null is the platform's own. */
export interface PaceChange {
  perMinute?: number | null
  newChatsPerDay?: number | null
  checksNumbers?: boolean
  campaignsPerDay?: number | null
}

export const connectionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listConnections: build.query({
      ...endpoint(connectionRoutes.listConnections, (_arg: void) => ({ query: { session: '0' } })),
      providesTags: ['connections'],
    }),
    /** With its QR text and the end of its token, for administrators. */
    getConnection: build.query({
      ...endpoint(connectionRoutes.getConnection, (whatsappId: number) => ({
        path: { whatsappId },
        query: { session: '0' },
      })),
      providesTags: (_connection, _error, id) => [{ type: 'connections', id }],
      // The QR text is dropped when its dialog closes.
      keepUnusedDataFor: 0,
    }),
    listProviders: build.query(endpoint(connectionRoutes.listProviders)),
    /** The version of WhatsApp Web that numbers connect with. */
    getWebClient: build.query(endpoint(connectionRoutes.getWebClient)),
    createConnection: build.mutation({
      ...endpoint(connectionRoutes.createConnection, (body: ConnectionForm) => ({ body })),
      invalidatesTags: ['connections'],
    }),
    updateConnection: build.mutation({
      ...endpoint(
        connectionRoutes.updateConnection,
        ({ id, body }: { id: number; body: ConnectionPatch }) => ({
          path: { whatsappId: id },
          body,
        }),
      ),
      invalidatesTags: ['connections'],
    }),
    /** The new token is in this answer and nowhere else. */
    replaceConnectionToken: build.mutation({
      ...endpoint(connectionRoutes.replaceConnectionToken, toPath),
      invalidatesTags: (_answer, _error, id) => [{ type: 'connections', id }],
    }),
    deleteConnection: build.mutation({
      ...endpoint(connectionRoutes.deleteConnection, toPath),
      invalidatesTags: ['connections'],
    }),
    /** POST tries again, PUT asks for a new QR code, DELETE disconnects. */
    changeSession: build.mutation<Answer<typeof connectionRoutes.startSession>, SessionChange>({
      query: ({ id, method }) => buildRequest(sessionChanges[method], toPath(id)),
    }),
    /** What waits on a number. No event tells of it: polled while the dialog is open. */
    getLanes: build.query({
      ...endpoint(laneRoutes.getLanes, toPath),
      providesTags: (_lanes, _error, id) => [{ type: 'connections', id: `lanes:${id}` }],
      keepUnusedDataFor: 0,
    }),
    /** How a number is doing. Polled while its dialog is open, like its lanes. */
    getHealth: build.query({
      ...endpoint(healthRoutes.getConnectionHealth, ({ id, since }: { id: number; since: string }) => ({
        path: { whatsappId: id },
        query: { since },
      })),
      keepUnusedDataFor: 0,
    }),
    setPace: build.mutation({
      ...endpoint(laneRoutes.setPace, ({ id, ...change }: { id: number } & PaceChange) => ({
        path: { whatsappId: id },
        body: change,
      })),
      invalidatesTags: (_lanes, _error, { id }) => [{ type: 'connections', id: `lanes:${id}` }],
    }),
    resumeLanes: build.mutation({
      ...endpoint(laneRoutes.resumeLanes, toPath),
      invalidatesTags: (_lanes, _error, id) => [{ type: 'connections', id: `lanes:${id}` }],
    }),
    listMerges: build.query({
      ...endpoint(laneRoutes.listMerges, toPath),
      providesTags: (_merges, _error, id) => [{ type: 'connections', id: `merges:${id}` }],
      keepUnusedDataFor: 0,
    }),
    undoMerge: build.mutation({
      ...endpoint(laneRoutes.undoConversationMerge, ({ mergeId }: { id: number; mergeId: string }) => ({
        path: { mergeId },
      })),
      invalidatesTags: (_merge, _error, { id }) => [{ type: 'connections', id: `merges:${id}` }],
    }),
    answerPasskey: build.mutation(
      endpoint(passkeyRoutes.answerPasskey, ({ id, body }: { id: number; body: PasskeyAnswer }) => ({
        path: { whatsappId: id },
        body,
      })),
    ),
    confirmPasskey: build.mutation(endpoint(passkeyRoutes.confirmPasskey, toPath)),
    /** Eight characters to type on the phone; only while it shows a QR code. */
    requestPairingCode: build.mutation(
      endpoint(connectionRoutes.requestPairingCode, ({ id, number }: { id: number; number: string }) => ({
        path: { whatsappId: id },
        body: { number },
      })),
    ),
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
  useAnswerPasskeyMutation,
  useConfirmPasskeyMutation,
  useGetLanesQuery,
  useGetHealthQuery,
  useSetPaceMutation,
  useResumeLanesMutation,
  useListMergesQuery,
  useUndoMergeMutation,
} = connectionsApi
