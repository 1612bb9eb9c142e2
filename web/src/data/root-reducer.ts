import { combineSlices } from '@reduxjs/toolkit'

import { api } from './api'
import { liveSlice } from './live/live.slice'
import { sessionSlice } from './session/session.slice'

/** A feature's slice joins by `declare module` on this interface and `slice.injectInto(rootReducer)`. */
export interface LazySlices {}

export const rootReducer = combineSlices(api, sessionSlice, liveSlice).withLazyLoadedSlices<LazySlices>()

export type RootState = ReturnType<typeof rootReducer>
