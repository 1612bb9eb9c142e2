import { useState } from 'react'
import { useLocation } from 'react-router-dom'

import { isBoolean, readStoredJson, storageKeys, writeStored } from '../../lib/storage'
import { useIsPhone, useIsWide } from '../../lib/use-media'

export interface DrawerState {
  /** `overlay` on phones; `open` or `icons` beside the page elsewhere. */
  kind: 'overlay' | 'open' | 'icons'
  overlayOpen: boolean
  toggle: () => void
  closeOverlay: () => void
}

/** Open above 1200 px, icons from 600 px, an overlay below. The choice for wide screens is stored. */
export const useDrawer = (): DrawerState => {
  const phone = useIsPhone()
  const wide = useIsWide()
  const [pinned, setPinned] = useState(() => readStoredJson(storageKeys.drawer, isBoolean, true))
  const [pinnedNarrow, setPinnedNarrow] = useState(false)
  const { pathname } = useLocation()
  /** The path on which the overlay was opened; navigating closes it. */
  const [overlayAt, setOverlayAt] = useState<string | null>(null)

  const open = wide ? pinned : pinnedNarrow
  const toggle = () => {
    if (phone) {
      setOverlayAt((at) => (at === null ? pathname : null))
    } else if (wide) {
      setPinned(!pinned)
      writeStored(storageKeys.drawer, JSON.stringify(!pinned))
    } else setPinnedNarrow(!pinnedNarrow)
  }
  return {
    kind: phone ? 'overlay' : open ? 'open' : 'icons',
    overlayOpen: phone && overlayAt === pathname,
    toggle,
    closeOverlay: () => setOverlayAt(null),
  }
}
