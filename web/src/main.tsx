import './app/tokens.css'
import './app/global.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { Providers } from './app/providers'
import { AppRoutes, preloadDesk } from './app/routes'
import { store } from './app/store'
import { bootSession } from './data/session/open-session'
import { readToken } from './data/session/session.storage'
import { startI18n } from './i18n/i18n'

/** A guest who looks at the login page will want the desk next. */
const preloadWhenIdle = (preload: () => void) => {
  addEventListener('load', () => setTimeout(preload, 2000), { once: true })
}

const start = async () => {
  const root = document.getElementById('root')
  if (!root) throw new Error('no #root')
  // The refresh, the words and the desk's code travel at the same time.
  void bootSession(store)
  const words = startI18n()
  if (readToken() === null) preloadWhenIdle(preloadDesk)
  else preloadDesk()
  await words
  createRoot(root).render(
    <StrictMode>
      <Providers store={store}>
        <AppRoutes />
      </Providers>
    </StrictMode>,
  )
}

void start()
