import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { ThemeProvider } from '@mui/material/styles'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Route, Routes } from 'react-router-dom'

import { useAppDispatch, useAppStore, useMe } from '../data/hooks'
import { closeSession } from '../data/session/open-session'
import { useCompanyPlanQuery } from '../data/session/session.api'
import { userChanged } from '../data/session/session.slice'
import { InvoicesPage, SimulatedPixPage } from '../features/billing'
import { matchLanguage } from '../i18n/i18n'
import { PIX_REDIRECT_MS } from '../lib/constants'
import { formatDay } from '../lib/format-date'
import { toast } from '../lib/toast'
import { getTheme } from './theme'
import './past-due-page.css'

const ASK_EVERY_MS = 5_000

/* No socket is open past the due date: the due date is asked for until a payment has moved it. Then the desk opens after 4 s. */
const useRenewal = () => {
  const { t } = useTranslation('billing')
  const dispatch = useAppDispatch()
  const { companyId, company } = useMe()
  const { data } = useCompanyPlanQuery(companyId, {
    pollingInterval: ASK_EVERY_MS,
    refetchOnMountOrArgChange: true,
  })
  const dueDate = data?.dueDate
  useEffect(() => {
    if (dueDate === undefined || dueDate === company.dueDate) return undefined
    if (dueDate) toast.success(t('pix.renewed', { date: formatDay(new Date(dueDate)) }))
    const timer = setTimeout(
      () => dispatch(userChanged({ company: { ...company, dueDate } })),
      PIX_REDIRECT_MS,
    )
    return () => clearTimeout(timer)
  }, [dueDate, company, dispatch, t])
}

const PayPage = () => {
  const { t } = useTranslation()
  const store = useAppStore()
  const { company } = useMe()
  useRenewal()
  return (
    <main className="past-due">
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={() => void closeSession(store)}>
            {t('shell.logout')}
          </Button>
        }
      >
        {t('auth.expired', { date: formatDay(new Date(company.dueDate ?? 0)) })} {t('auth.payBelow')}
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
