import { setupListeners } from '@reduxjs/toolkit/query'

import { followOtherTabs } from '../data/session/open-session'
import { createDeskStore } from '../data/store'

/** The app's store. */
export const store = createDeskStore()

followOtherTabs(store)
// Polls rest while the page is hidden.
setupListeners(store.dispatch)
