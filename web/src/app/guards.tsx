import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'

import { useAppSelector, useMe } from '../data/hooks'
import { useCompanyPlanQuery } from '../data/session/session.api'
import { selectSession } from '../data/session/session.slice'
import type { PlanFlag } from '@balcao/contracts'
import { actionRoles, can, type Action } from '../lib/can'
import { REDIRECT_DELAY_MS, TOAST_ERROR_MS } from '../lib/constants'
import { readStored, storageKeys } from '../lib/storage'
import { toast } from '../lib/toast'
import { RowSkeletons } from '../ui/row-skeletons'
import type { Page } from './pages'

interface From {
  pathname: string
  search: string
}

const isFrom = (value: unknown): value is From =>
  typeof value === 'object' && value !== null && 'pathname' in value && typeof value.pathname === 'string'

/** The path to open after login: the page that was requested, else `/`. */
export const readDestination = (state: unknown): string => {
  const from: unknown = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  return isFrom(from) ? `${from.pathname}${typeof from.search === 'string' ? from.search : ''}` : '/'
}

/**
 * Private pages: a visitor without a session is redirected to /login with the requested location; while the session loads, a skeleton
 * is shown.
 */
export const RequireSession = ({ children }: { children: ReactNode }) => {
  const session = useAppSelector(selectSession)
  const location = useLocation()
  if (session.phase !== 'guest') return children
  const state =
    session.ended === 'logout' ? null : { from: { pathname: location.pathname, search: location.search } }
  return <Navigate to="/login" replace state={state} />
}

/** Public pages: a logged-in user is redirected. */
export const GuestsOnly = ({ children }: { children: ReactNode }) => {
  const session = useAppSelector(selectSession)
  const { state } = useLocation()
  return session.phase === 'guest' ? children : <Navigate to={readDestination(state)} replace />
}

/** Pages of one role: other users get a toast and are redirected to the tickets. */
export const RequireAction = ({ action, children }: { action: Action; children: ReactNode }) => {
  const me = useMe()
  const navigate = useNavigate()
  const { t } = useTranslation()
  const allowed = can(me, action)
  useEffect(() => {
    if (allowed) return
    toast.error(t('backendErrors.ERR_NO_PERMISSION'), {
      key: 'ERR_NO_PERMISSION',
      durationMs: TOAST_ERROR_MS,
    })
    void navigate('/tickets', { replace: true })
  }, [allowed, navigate, t])
  return allowed ? children : null
}

/** Pages of super users: other users get a toast, and are redirected to `/` after one second. */
export const RequireSuper = ({ children }: { children: ReactNode }) => {
  const isRefused = !useMe().super
  const navigate = useNavigate()
  const { t } = useTranslation()
  useEffect(() => {
    if (!isRefused) return
    toast.error(t('guard.plan'), { key: 'guard.plan' })
    const timer = setTimeout(() => void navigate('/', { replace: true }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isRefused, navigate, t])
  return isRefused ? null : children
}

/** Pages of a plan: without its flag a skeleton for one second, then a redirect to `/`. */
export const RequirePlan = ({
  flag,
  skeleton,
  children,
}: {
  flag: PlanFlag
  skeleton: ReactNode
  children: ReactNode
}) => {
  const me = useMe()
  const { data } = useCompanyPlanQuery(me.companyId)
  const navigate = useNavigate()
  const { t } = useTranslation()
  const refused = data !== undefined && !data.plan[flag]
  useEffect(() => {
    if (!refused) return
    toast.error(t('guard.plan'), { key: 'guard.plan' })
    const timer = setTimeout(() => void navigate('/', { replace: true }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [refused, navigate, t])
  return data?.plan[flag] ? children : skeleton
}

/**
 * Pages of campaigns: they exist only while the session's flag `cshow` is stored, else `missing` is shown. Where the browser keeps
 * storage shut there is no token either, and they exist.
 */
export const RequireCampaigns = ({ missing, children }: { missing: ReactNode; children: ReactNode }) => {
  const isStored = readStored(storageKeys.campaigns) !== null
  return isStored || readStored(storageKeys.token) === null ? children : missing
}

const MayAct = ({
  action,
  otherwise,
  children,
}: Pick<Page, 'action' | 'otherwise'> & { children: ReactNode }) => {
  const me = useMe()
  if (!action) return children
  if (otherwise) return can(me, action) ? children : <Navigate to={otherwise} replace />
  if (actionRoles[action] === 'super') return <RequireSuper>{children}</RequireSuper>
  return <RequireAction action={action}>{children}</RequireAction>
}

/** A page for whoever may open it: where campaigns are not switched off, then by permission, then by plan. */
export const MayOpen = ({
  page,
  missing,
  children,
}: {
  page: Page
  missing: ReactNode
  children: ReactNode
}) => {
  const { action, otherwise, plan, ofCampaigns } = page
  // The pages with a permission are lists of administration, which have rows.
  const skeleton = action ? <RowSkeletons height={52} /> : null
  const planned = plan ? (
    <RequirePlan flag={plan} skeleton={skeleton}>
      {children}
    </RequirePlan>
  ) : (
    children
  )
  const allowed = (
    <MayAct action={action} otherwise={otherwise}>
      {planned}
    </MayAct>
  )
  return ofCampaigns ? <RequireCampaigns missing={missing}>{allowed}</RequireCampaigns> : allowed
}
