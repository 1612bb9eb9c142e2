import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'

import type { DeskStore } from '../data/store'
import { loadNamespaces } from '../i18n/i18n'
import { GuestsOnly, RequireSession } from './guards'
import { lazily } from './lazily'
import { PaidSession } from './paid-session'
import { ShellSkeleton } from './shell-skeleton'

const LoginPage = lazily({
  load: async () => (await import('../features/session')).LoginPage,
  words: ['session'],
})
const SignUpPage = lazily({
  load: async () => (await import('../features/session/sign-up-page')).SignUpPage,
  words: ['session'],
})
const ResetPage = lazily({
  load: async () => (await import('../features/session/reset-page')).ResetPage,
  words: ['session'],
})
const ConfirmPage = lazily({
  load: async () => (await import('../features/session/confirm-page')).ConfirmPage,
  words: ['session'],
})

/* Apart from the public pages, which need neither the table of pages nor the shell. */
const DeskRoutes = lazily({ load: async () => (await import('./desk-routes')).DeskRoutes, words: [] })

/** Prefetches the code of the desk and, beside it, of the page that is opened first. */
export const preloadDesk = (): void => {
  void import('./desk-routes')
  void import('../features/tickets')
  void loadNamespaces('tickets')
}

const guestPages = { '/login': <LoginPage />, '/signup': <SignUpPage />, '/forgetpsw': <ResetPage /> }

/** For whoever opens the tickets with a session: once `opened`, its list is asked for beside the code that shows it. */
export const preloadFirstList = async (store: DeskStore, opened: Promise<void>): Promise<void> => {
  if (!location.pathname.startsWith('/tickets')) return
  const [{ askForFirstList }] = await Promise.all([import('./first-list'), opened])
  askForFirstList(store)
}

export const AppRoutes = () => (
  <Suspense fallback={null}>
    <Routes>
      {Object.entries(guestPages).map(([path, page]) => (
        <Route key={path} path={path} element={<GuestsOnly>{page}</GuestsOnly>} />
      ))}
      {/* Also for who is logged in: an e-mail that their company gave them waits for its code. */}
      <Route path="/confirm" element={<ConfirmPage />} />
      <Route
        path="*"
        element={
          <RequireSession>
            <PaidSession>
              <Suspense fallback={<ShellSkeleton />}>
                <DeskRoutes />
              </Suspense>
            </PaidSession>
          </RequireSession>
        }
      />
    </Routes>
  </Suspense>
)
