import { lazy, Suspense, type ReactNode } from 'react'

import { useAppSelector } from '../data/hooks'
import { selectUser } from '../data/session/session.slice'
import { readSubscription } from '../data/session/subscription'
import { useMinute } from '../lib/use-minute'
import { loadNamespaces } from '../i18n/i18n'

const PastDuePage = lazy(async () => {
  const [module] = await Promise.all([import('./past-due-page'), loadNamespaces('billing')])
  return { default: module.PastDuePage }
})

/**
 * The desk while its company has paid; past the due date the page that pays, and nothing else: the server answers 402 to all that the desk
 * would ask. Super users always have the desk.
 */
export const PaidSession = ({ children }: { children: ReactNode }) => {
  const user = useAppSelector(selectUser)
  const now = useMinute()
  const isOver = user && !user.super && readSubscription(user.company.dueDate, new Date(now)).kind === 'over'
  return isOver ? (
    <Suspense fallback={null}>
      <PastDuePage />
    </Suspense>
  ) : (
    children
  )
}
