import { ThemeProvider } from '@mui/material/styles'
import { render } from '@testing-library/react'
import i18next from 'i18next'
import { Suspense, type ReactNode } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter, useLocation } from 'react-router-dom'

import { getTheme } from '../app/theme'
import { Toasts } from '../app/toasts'
import { sessionOpened } from '../data/session/session.slice'
import { createDeskStore } from '../data/store'
import { startI18n } from '../i18n/i18n'
import { namespaces } from './namespaces'
import { buildUser } from './builders'
import { fakeFetch, type FakeAnswer, type FakeCall } from './fake-fetch'

import type { SessionUserView } from '@balcao/contracts'

export interface RenderOptions {
  /** The logged-in user; none unless given. */
  user?: Partial<SessionUserView>
  path?: string
  /** What the server answers; 404 unless given. */
  answer?: (call: FakeCall) => FakeAnswer | 'unreachable' | Promise<FakeAnswer>
}

const Where = () => {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}

/** Renders a screen with store, router and providers, in Portuguese, on a fake fetch. */
export const renderApp = async (screen: ReactNode, { user, path = '/', answer }: RenderOptions = {}) => {
  localStorage.clear()
  if (!i18next.isInitialized) await startI18n(namespaces)
  const { fetchFn, calls } = fakeFetch(
    (call) => answer?.(call) ?? { status: 404, body: { error: 'ERR_NOT_FOUND' } },
  )
  globalThis.fetch = fetchFn
  const store = createDeskStore()
  if (user) store.dispatch(sessionOpened({ token: 'token', user: buildUser(user) }))
  const view = render(
    <Provider store={store}>
      <ThemeProvider theme={getTheme('pt')}>
        <MemoryRouter initialEntries={[path]}>
          <Suspense fallback={null}>{screen}</Suspense>
          <Where />
          <Toasts />
        </MemoryRouter>
      </ThemeProvider>
    </Provider>,
  )
  return { ...view, store, calls, where: () => view.getByTestId('where').textContent }
}
