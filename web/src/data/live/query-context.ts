import type { RootState } from '../root-reducer'
import type { DeskDispatch } from '../store'
import type { FeedContext } from './handlers'

/** A lifecycle callback's arguments typed with the app's state: RTK Query types only its own slice. */
export const toFeedContext = (lifecycle: { dispatch: DeskDispatch; getState(): unknown }): FeedContext => ({
  dispatch: lifecycle.dispatch,
  getState: () => lifecycle.getState() as RootState,
})
