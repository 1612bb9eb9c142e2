import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

import { rootReducer } from './root-reducer'

/** Tickets that a colleague assigned to this user and that were not opened here since. */
export interface ArrivalsState {
  ticketIds: number[]
}

const initialState: ArrivalsState = { ticketIds: [] }

export const arrivalsSlice = createSlice({
  name: 'arrivals',
  initialState,
  reducers: {
    ticketArrived: (state, { payload }: PayloadAction<number>) => {
      if (!state.ticketIds.includes(payload)) state.ticketIds.push(payload)
    },
    arrivalSeen: (state, { payload }: PayloadAction<number>) => {
      state.ticketIds = state.ticketIds.filter((id) => id !== payload)
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

export const { ticketArrived, arrivalSeen } = arrivalsSlice.actions
export const { selectArrivals, selectHasArrived } = injected.selectors
