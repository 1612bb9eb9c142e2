import './app/tokens.css'
import './app/global.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { Providers } from './app/providers'
import { listenForInstallOffer } from './app/pwa/install'
import { AppRoutes, preloadDesk, preloadFirstList } from './app/routes'
import { store } from './app/store'
import { bootSession } from './data/session/open-session'
import { readToken } from './data/session/session.storage'
import { startI18n } from './i18n/i18n'
import { whenQuiet } from './lib/when-quiet'

/** Prefetches the shell's code while the login request runs. */
const preloadOnSubmit = (preload: () => void) => document.addEventListener('submit', preload, { once: true })

/** After the first screen: the worker loads every file of the app. */
const keepAppOnDevice = async () => {
  await whenQuiet()
  const { registerServiceWorker } = await import('./app/pwa/register')
  registerServiceWorker()
}

const start = async () => {
  const root = document.getElementById('root')
  if (!root) throw new Error('no #root')
  // Session refresh, translations and the shell's code load in parallel.
  const opened = bootSession(store)
  const words = startI18n()
  if (readToken() === null) preloadOnSubmit(preloadDesk)
  else {
    void preloadFirstList(store, opened)
    preloadDesk()
  }
  await words
  createRoot(root).render(
    <StrictMode>
      <Providers store={store}>
        <AppRoutes />
      </Providers>
    </StrictMode>,
  )
}

listenForInstallOffer()
void keepAppOnDevice()
void start()
