import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { LoginAnswer, SessionUserView } from '@balcao/contracts'

/** Why the session ended; shown by the login page. */
export type EndReason = 'logout' | 'over' | 'takeover' | 'subscription'

export type SessionState =
  | { phase: 'booting'; token: string; user: null; unreachable: boolean }
  | {
      phase: 'guest'
      token: null
      user: null
      ended: EndReason | null
      /** Of the session that ended without the user's doing; '' otherwise. */
      email: string
    }
  | { phase: 'active'; token: string; user: SessionUserView }

const guest = (ended: EndReason | null, email = ''): SessionState => ({
  phase: 'guest',
  token: null,
  user: null,
  ended,
  email,
})

export const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => guest(null),
  reducers: {
    /** A token is stored; the skeleton is shown until it is refreshed. */
    sessionFound: (_state, action: PayloadAction<string>): SessionState => ({
      phase: 'booting',
      token: action.payload,
      user: null,
      unreachable: false,
    }),
    serverUnreachable: (state) => {
      if (state.phase === 'booting') state.unreachable = true
    },
    sessionOpened: (_state, action: PayloadAction<Pick<LoginAnswer, 'token' | 'user'>>): SessionState => ({
      phase: 'active',
      token: action.payload.token,
      user: action.payload.user,
    }),
    /** Another tab refreshed, or this one did: same session, newer token. */
    tokenRenewed: (state, action: PayloadAction<string>) => {
      if (state.phase !== 'guest') state.token = action.payload
    },
    userChanged: (state, action: PayloadAction<Partial<SessionUserView>>) => {
      if (state.phase === 'active') Object.assign(state.user, action.payload)
    },
    sessionEnded: (state, action: PayloadAction<EndReason>): SessionState =>
      guest(action.payload, action.payload === 'logout' ? '' : state.user?.email),
    /** Found after the reload that a takeover ends with. */
    takeoverFound: (_state, action: PayloadAction<string>): SessionState => guest('takeover', action.payload),
  },
  selectors: {
    selectSession: (state) => state,
    selectUser: (state) => state.user,
    selectToken: (state) => state.token,
  },
})

export const {
  sessionFound,
  serverUnreachable,
  sessionOpened,
  tokenRenewed,
  userChanged,
  sessionEnded,
  takeoverFound,
} = sessionSlice.actions
export const { selectSession, selectUser, selectToken } = sessionSlice.selectors
