import { configureStore } from '@reduxjs/toolkit'

import { api } from './api'
import { rootReducer, type RootState } from './root-reducer'

/** A store with everything; one for the app, one per test. */
export const createDeskStore = (preloadedState?: Partial<RootState>) =>
  configureStore({
    reducer: rootReducer,
    preloadedState: preloadedState as RootState | undefined,
    // Off: they are slow on lists of thousands of rows.
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
    devTools: false,
  })

export type DeskStore = ReturnType<typeof createDeskStore>
export type DeskDispatch = DeskStore['dispatch']
