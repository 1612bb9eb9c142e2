import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

import { onFeed } from '../../data/live/handlers'
import { currentLanguage, locales } from '../../i18n/i18n'
import { formatMicros } from '../../lib/micros'
import { toast } from '../../lib/toast'

/** Tells administrators, on whatever page they are, how much of the month's budget is spent. The page of costs goes on saying so. */
export const useBudgetAlert = (): void => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useEffect(
    () =>
      onFeed('messageBudget', ({ budget: { percent, currency, budgetMicros } }) => {
        const isSpent = percent >= 100
        const say = isSpent ? toast.error : toast.warning
        const budget = formatMicros(budgetMicros, currency, locales[currentLanguage()])
        say(t(isSpent ? 'errors.budgetSpent' : 'errors.budgetAlmostSpent', { percent, budget }), {
          key: 'message-budget',
          action: { label: t('errors.showCosts'), onClick: () => void navigate('/message-costs') },
        })
      }),
    [t, navigate],
  )
}
