import { useSyncExternalStore } from 'react'

import { DRAWER_OPEN_PX, NARROW_PX, OVERLAY_PX } from './constants'

/** Whether a media query holds now; renders again when it changes. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )

/** Below 600 px: phones; dialogs fill the screen. */
export const useIsPhone = () => useMedia(`(max-width: ${OVERLAY_PX - 0.05}px)`)
/** Below 900 px: one pane at a time. */
export const useIsNarrow = () => useMedia(`(max-width: ${NARROW_PX - 0.05}px)`)
/** Above 1200 px: the drawer stands open. */
export const useIsWide = () => useMedia(`(min-width: ${DRAWER_OPEN_PX + 0.05}px)`)
/** No mouse: bigger targets, no hover. */
export const useIsTouch = () => useMedia('(pointer: coarse)')
