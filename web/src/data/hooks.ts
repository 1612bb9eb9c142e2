import { useDispatch, useSelector, useStore } from 'react-redux'

import type { RootState } from './root-reducer'
import { selectUser } from './session/session.slice'
import type { DeskDispatch, DeskStore } from './store'

export const useAppDispatch = useDispatch.withTypes<DeskDispatch>()
export const useAppSelector = useSelector.withTypes<RootState>()
export const useAppStore = useStore.withTypes<DeskStore>()

/** The logged-in user; only below the private guard, where there is one. */
export const useMe = () => {
  const user = useAppSelector(selectUser)
  if (!user) throw new Error('useMe outside of a session')
  return user
}
