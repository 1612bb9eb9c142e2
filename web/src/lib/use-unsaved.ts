import { useEffect } from 'react'

import { holdLeaving } from './leaving'

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * While something is unsaved, leaving asks: the browser before the tab is closed or reloaded, the desk before a link, the menu, the palette,
 * Back or another record takes its place.
 * @param isSaving it is on its way: the desk goes where the answer leads, only the tab must stay.
 */
export const useUnsaved = (isUnsaved: boolean, isSaving = false): void => {
  const isAtRisk = isUnsaved || isSaving
  useEffect(() => {
    if (!isAtRisk) return undefined
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isAtRisk])
  const isHeld = isUnsaved && !isSaving
  useEffect(() => (isHeld ? holdLeaving() : undefined), [isHeld])
}
