import { followOtherTabs } from '../data/session/open-session'
import { createDeskStore } from '../data/store'

/** The one store of the page. */
export const store = createDeskStore()

followOtherTabs(store)
