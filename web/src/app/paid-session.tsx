import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'

import { useAppSelector } from '../data/hooks'
import { selectUser } from '../data/session/session.slice'
import { readSubscription } from '../data/session/subscription'
import { PIX_REDIRECT_MS } from '../lib/constants'
import { useMinute } from '../lib/use-minute'
import { loadNamespaces } from '../i18n/i18n'

const PastDuePage = lazy(async () => {
  const [module] = await Promise.all([import('./past-due-page'), loadNamespaces('billing')])
  return { default: module.PastDuePage }
})

/* The page that pays says for 4 s that the due date has moved. */
const usePayPage = (): boolean => {
  const user = useAppSelector(selectUser)
  const now = useMinute()
  const dueDate = user?.company.dueDate ?? null
  const isOver = user !== null && !user.super && readSubscription(dueDate, new Date(now)).kind === 'over'
  const [isShown, setShown] = useState(isOver)
  if (isOver && !isShown) setShown(true)
  const isRenewed = isShown && !isOver
  useEffect(() => {
    if (!isRenewed) return undefined
    const timer = setTimeout(() => setShown(false), PIX_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isRenewed])
  return isShown && user !== null
}

/**
 * The desk while its company has paid; past the due date the page that pays, and nothing else: the server answers 402 to all that the desk
 * would ask, and its socket tells of the payment only. Super users always have the desk.
 */
export const PaidSession = ({ children }: { children: ReactNode }) =>
  usePayPage() ? (
    <Suspense fallback={null}>
      <PastDuePage />
    </Suspense>
  ) : (
    children
  )
