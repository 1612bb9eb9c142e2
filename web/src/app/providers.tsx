import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router-dom'

import type { DeskStore } from '../data/store'
import { ErrorBoundary } from '../ui/error-boundary'
import { Toasts } from './toasts'

/** What every page stands on. MUI's theme comes with the shell: the public pages do without. */
export const Providers = ({ store, children }: { store: DeskStore; children: ReactNode }) => (
  <Provider store={store}>
    <BrowserRouter>
      <ErrorBoundary>{children}</ErrorBoundary>
      <Toasts />
    </BrowserRouter>
  </Provider>
)
