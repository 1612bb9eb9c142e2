import { useState, type ReactNode } from 'react'
import { Provider } from 'react-redux'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  unstable_HistoryRouter as HistoryRouter,
} from 'react-router-dom'

import type { DeskStore } from '../data/store'
import { ErrorBoundary } from '../ui/error-boundary'
import { guardHistory } from './guard-history'
import { Toasts } from './toasts'

/** Providers of every page. MUI's theme is loaded with the shell; public pages do not use it. */
export const Providers = ({ store, children }: { store: DeskStore; children: ReactNode }) => {
  const [history] = useState(() => guardHistory(createBrowserHistory({ v5Compat: true })))
  return (
    <Provider store={store}>
      <HistoryRouter history={history}>
        <ErrorBoundary>{children}</ErrorBoundary>
        <Toasts />
      </HistoryRouter>
    </Provider>
  )
}
