import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'

import { whenQuiet } from '../lib/when-quiet'

/** A component whose code is loaded when it is first shown, at the latest once the page is quiet; until then `fallback`. */
export const late = <P extends object>(load: () => Promise<ComponentType<P>>, fallback: ReactNode = null) => {
  const Late = lazy(async () => ({ default: await load() }))
  // What fails here is loaded, or fails, where it is shown.
  void whenQuiet().then(load, () => undefined)
  return (props: P) => (
    <Suspense fallback={fallback}>
      <Late {...props} />
    </Suspense>
  )
}

/** `late` for what opens and closes: it comes with its first opening, and stays to close as it does. */
export const lateToOpen = <P extends { open: boolean }>(load: () => Promise<ComponentType<P>>) => {
  const Late = late(load)
  return (props: P) => {
    const [wasOpen, setOpen] = useState(props.open)
    if (props.open && !wasOpen) setOpen(true)
    return props.open || wasOpen ? <Late {...props} /> : null
  }
}
