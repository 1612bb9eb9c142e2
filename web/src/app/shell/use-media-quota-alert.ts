import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useGetMediaUsageQuery } from '../../data/invoices.api'
import { can } from '../../lib/can'
import { toast } from '../../lib/toast'

const LOOK_EVERY_MS = 60_000

/** Tells administrators, on whatever page they are, when the company has no more space for files. The settings go on saying so. */
export const useMediaQuotaAlert = (): void => {
  const { t } = useTranslation()
  const me = useMe()
  const asked = can(me, 'settings-page:view') ? undefined : skipToken
  const { data } = useGetMediaUsageQuery(asked, {
    pollingInterval: LOOK_EVERY_MS,
    skipPollingIfUnfocused: true,
  })
  const isFull = data?.isFull === true
  useEffect(() => {
    if (isFull) toast.error(t('errors.mediaFull'), { key: 'media-quota' })
  }, [isFull, t])
}
