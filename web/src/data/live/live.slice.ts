import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export interface LiveState {
  phase: 'idle' | 'connecting' | 'online' | 'lost'
  /** When the socket was lost (epoch ms); null while it is up. */
  lostAt: number | null
  /** Catching up by /sync. */
  syncing: boolean
}

const initialState: LiveState = { phase: 'idle', lostAt: null, syncing: false }

/** State of the socket, for the connection bar. */
export const liveSlice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    liveStarted: (state) => {
      state.phase = 'connecting'
      state.lostAt = null
    },
    liveUp: (state) => {
      state.phase = 'online'
      state.lostAt = null
    },
    liveLost: (state, action: PayloadAction<number>) => {
      if (state.phase === 'idle') return
      state.phase = 'lost'
      state.lostAt ??= action.payload
    },
    liveStopped: () => initialState,
    syncChanged: (state, action: PayloadAction<boolean>) => {
      state.syncing = action.payload
    },
  },
  selectors: { selectLive: (state) => state },
})

export const { liveStarted, liveUp, liveLost, liveStopped, syncChanged } = liveSlice.actions
export const { selectLive } = liveSlice.selectors
