import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

import { readStoredJson, storageKeys, writeStored } from '../lib/storage'
import { rootReducer } from './root-reducer'

/** Tickets that a colleague transferred to this user or a queue of theirs and that were not opened here since. */
export interface ArrivalsState {
  ticketIds: number[]
}

const initialState: ArrivalsState = { ticketIds: [] }

/** The newest that the browser keeps. */
const MOST_KEPT = 200

interface StoredArrivals extends ArrivalsState {
  userId: number
}

const isStoredArrivals = (value: unknown): value is StoredArrivals =>
  typeof value === 'object' &&
  value !== null &&
  'userId' in value &&
  'ticketIds' in value &&
  Array.isArray(value.ticketIds) &&
  value.ticketIds.every((id) => typeof id === 'number')

/** What this browser keeps for the user; none of another user's. */
export const readArrivals = (userId: number): number[] => {
  const stored = readStoredJson<StoredArrivals>(storageKeys.arrivals, isStoredArrivals, {
    userId,
    ticketIds: [],
  })
  return stored.userId === userId ? stored.ticketIds : []
}

export const storeArrivals = (userId: number, ticketIds: readonly number[]): void =>
  writeStored(
    storageKeys.arrivals,
    JSON.stringify({ userId, ticketIds: ticketIds.slice(-MOST_KEPT) } satisfies StoredArrivals),
  )

export const arrivalsSlice = createSlice({
  name: 'arrivals',
  initialState,
  reducers: {
    ticketArrived: (state, { payload }: PayloadAction<number>) => {
      if (!state.ticketIds.includes(payload)) state.ticketIds.push(payload)
    },
    arrivalSeen: (state, { payload }: PayloadAction<number>) => {
      if (state.ticketIds.includes(payload)) state.ticketIds = state.ticketIds.filter((id) => id !== payload)
    },
    arrivalsRestored: (state, { payload }: PayloadAction<number[]>) => {
      state.ticketIds = payload
    },
  },
  selectors: {
    selectArrivals: (state) => state.ticketIds,
    selectHasArrived: (state, ticketId: number) => state.ticketIds.includes(ticketId),
  },
})

declare module './root-reducer' {
  export interface LazySlices extends ArrivalsLazySlice {}
}
interface ArrivalsLazySlice {
  arrivals: ArrivalsState
}

const injected = arrivalsSlice.injectInto(rootReducer)

export const { ticketArrived, arrivalSeen, arrivalsRestored } = arrivalsSlice.actions
export const { selectArrivals, selectHasArrived } = injected.selectors
