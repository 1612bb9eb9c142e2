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

/** A guest who sends the login form wants the desk next: its code travels beside the answer. */
const preloadOnSubmit = (preload: () => void) => document.addEventListener('submit', preload, { once: true })

const start = async () => {
  const root = document.getElementById('root')
  if (!root) throw new Error('no #root')
  // The refresh, the words and the desk's code travel at the same time.
  void bootSession(store)
  const words = startI18n()
  if (readToken() === null) preloadOnSubmit(preloadDesk)
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
