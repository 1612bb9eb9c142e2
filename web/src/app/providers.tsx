import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { Provider } from 'react-redux'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  unstable_HistoryRouter as HistoryRouter,
} from 'react-router-dom'

import type { DeskStore } from '../data/store'
import { ErrorBoundary } from '../ui/error-boundary'
import { onToastWaiting } from '../lib/toast'
import { whenQuiet } from '../lib/when-quiet'
import { guardHistory } from './guard-history'

/* Loaded with the first toast, at the latest when the first screen is there. */
const LateToasts = () => {
  const [Toasts, setToasts] = useState<ComponentType>()
  useEffect(() => {
    const load = () => void import('./toasts').then((module) => setToasts(() => module.Toasts))
    onToastWaiting(load)
    void whenQuiet().then(load)
  }, [])
  return Toasts ? <Toasts /> : null
}

/** Providers of every page. MUI's theme is loaded with the shell; public pages do not use it. */
export const Providers = ({ store, children }: { store: DeskStore; children: ReactNode }) => {
  const [history] = useState(() => guardHistory(createBrowserHistory({ v5Compat: true })))
  return (
    <Provider store={store}>
      <HistoryRouter history={history}>
        <ErrorBoundary>{children}</ErrorBoundary>
        <LateToasts />
      </HistoryRouter>
    </Provider>
  )
}
