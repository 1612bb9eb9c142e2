import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'

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
  load: async () => (await (await import('../features/session')).loadSignUpPage()).SignUpPage,
  words: ['session'],
})
const ResetPage = lazily({
  load: async () => (await (await import('../features/session')).loadResetPage()).ResetPage,
  words: ['session'],
})
const ConfirmPage = lazily({
  load: async () => (await (await import('../features/session')).loadConfirmPage()).ConfirmPage,
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
