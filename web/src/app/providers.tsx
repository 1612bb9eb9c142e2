import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router-dom'

import type { DeskStore } from '../data/store'
import { ErrorBoundary } from '../ui/error-boundary'
import { Toasts } from './toasts'

/** Providers of every page. MUI's theme is loaded with the shell; public pages do not use it. */
export const Providers = ({ store, children }: { store: DeskStore; children: ReactNode }) => (
  <Provider store={store}>
    <BrowserRouter>
      <ErrorBoundary>{children}</ErrorBoundary>
      <Toasts />
    </BrowserRouter>
  </Provider>
)
