import { useEffect, useState } from 'react'

import { useAppDispatch, useMe } from '../../data/hooks'
import type { FillFor } from './load-filler'

/**
 * Fills the variables of a text for a contact. Until all that takes has been loaded, or when it cannot be, the text stays as it
 * is: the server fills it when it is sent.
 * @param isWanted whether there is a text to fill: nothing is loaded before it was true once
 */
export const useFillVariables = (contactName: string, isWanted: boolean) => {
  const { companyId } = useMe()
  const dispatch = useAppDispatch()
  const [fillFor, setFillFor] = useState<FillFor>()
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted && !wasWanted) setWasWanted(true)
  useEffect(() => {
    if (!wasWanted) return undefined
    let isLeft = false
    void import('./load-filler')
      .then(({ loadFiller }) => loadFiller(dispatch, companyId))
      .then(
        (loaded) => {
          if (!isLeft) setFillFor(() => loaded)
        },
        // Offline, its code is not there either.
        () => undefined,
      )
    return () => {
      isLeft = true
    }
  }, [wasWanted, dispatch, companyId])
  return (text: string): string => fillFor?.(text, contactName) ?? text
}
