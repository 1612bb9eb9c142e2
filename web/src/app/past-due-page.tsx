import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { ThemeProvider } from '@mui/material/styles'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Route, Routes } from 'react-router-dom'

import { useAppDispatch, useAppSelector, useAppStore, useMe } from '../data/hooks'
import { selectLive } from '../data/live/live.slice'
import { closeSession } from '../data/session/open-session'
import { useCompanyPlanQuery } from '../data/session/session.api'
import { userChanged } from '../data/session/session.slice'
import { readSubscription } from '../data/session/subscription'
import { InvoicesPage, SimulatedPixPage } from '../features/billing'
import { matchLanguage } from '../i18n/i18n'
import { formatDay } from '../lib/format-date'
import { toast } from '../lib/toast'
import { useDeskLive } from './shell/use-desk-live'
import { getTheme } from './theme'
import './past-due-page.css'

/* The socket tells of the payment; what happened before it was open is asked for once it is. An older answer changes nothing. */
const useDueDate = (): void => {
  const dispatch = useAppDispatch()
  const { companyId, company } = useMe()
  const { phase } = useAppSelector(selectLive)
  const { data } = useCompanyPlanQuery(companyId, {
    skip: phase !== 'online',
    refetchOnMountOrArgChange: true,
  })
  const dueDate = data?.dueDate
  useDeskLive()
  useEffect(() => {
    if (dueDate === undefined || company.dueDate === null) return
    if (dueDate === null || dueDate > company.dueDate)
      dispatch(userChanged({ company: { ...company, dueDate } }))
  }, [dueDate, company, dispatch])
}

const PayPage = () => {
  const { t } = useTranslation()
  const { t: billing } = useTranslation('billing')
  const store = useAppStore()
  const { dueDate } = useMe().company
  useDueDate()
  const isOver = readSubscription(dueDate, new Date()).kind === 'over'
  const day = formatDay(new Date(dueDate ?? 0))
  const renewed = dueDate === null ? billing('pix.paid') : billing('pix.renewed', { date: day })
  useEffect(() => {
    if (!isOver) toast.success(renewed)
  }, [isOver, renewed])
  return (
    <main className="past-due">
      <Alert
        severity={isOver ? 'error' : 'success'}
        action={
          <Button color="inherit" size="small" onClick={() => void closeSession(store)}>
            {t('shell.logout')}
          </Button>
        }
      >
        {isOver ? `${t('auth.expired', { date: day })} ${t('auth.payBelow')}` : renewed}
      </Alert>
      <InvoicesPage />
    </main>
  )
}

/** For administrators of a company past its due date: why, its invoices and their checkout. */
export const PastDuePage = () => {
  const { i18n } = useTranslation()
  return (
    <ThemeProvider theme={getTheme(matchLanguage(i18n.language))}>
      <Routes>
        <Route path="/simulated-pix/:txid" element={<SimulatedPixPage />} />
        <Route path="*" element={<PayPage />} />
      </Routes>
    </ThemeProvider>
  )
}
