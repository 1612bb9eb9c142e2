import type { RootState } from '../root-reducer'
import type { DeskDispatch } from '../store'
import type { FeedContext } from './handlers'

/** What RTK Query hands to a lifecycle callback, typed as the desk's store: its own types know only its slice. */
export const toFeedContext = (lifecycle: { dispatch: DeskDispatch; getState(): unknown }): FeedContext => ({
  dispatch: lifecycle.dispatch,
  getState: () => lifecycle.getState() as RootState,
})
