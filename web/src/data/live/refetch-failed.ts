import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'

import { readApiError } from '../../lib/api-error'
import { api } from '../api'
import type { DeskStore } from '../store'

/** The part of an endpoint that asks again; the injected endpoints are not in the type of `api`. */
interface Refetchable {
  initiate(
    argument: unknown,
    options: { forceRefetch: true; subscribe: false },
  ): ThunkAction<unknown, ReturnType<DeskStore['getState']>, unknown, UnknownAction>
}

const isPassing = (error: unknown): boolean => {
  const read = readApiError(error)
  return read.kind === 'network' || read.status >= 500
}

/** Asks again for what failed because the server could not be reached or could not answer; its panes show it when it is there. */
export const refetchFailed = ({ dispatch, getState }: Pick<DeskStore, 'dispatch' | 'getState'>): void => {
  const endpoints = api.endpoints as Record<string, Refetchable | undefined>
  for (const query of Object.values(getState().api.queries)) {
    if (query?.status !== 'rejected' || !isPassing(query.error)) continue
    const endpoint = endpoints[query.endpointName]
    if (endpoint) dispatch(endpoint.initiate(query.originalArgs, { forceRefetch: true, subscribe: false }))
  }
}
