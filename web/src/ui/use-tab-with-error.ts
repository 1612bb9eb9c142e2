import { useEffect, useState } from 'react'

/** A refused submit opens the tab with what is wrong. @param find undefined: the open one stays */
export const useTabWithError = <Errors extends object, Tab>(
  { submitCount, errors }: { submitCount: number; errors: Errors },
  find: (errors: Errors) => Tab | undefined,
  show: (tab: Tab) => void,
) => {
  const [seen, setSeen] = useState(submitCount)
  useEffect(() => {
    if (submitCount === seen) return
    setSeen(submitCount)
    const tab = find(errors)
    if (tab !== undefined) show(tab)
  }, [submitCount, seen, errors, find, show])
}
