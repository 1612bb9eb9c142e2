import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { useAppStore, useMe } from '../../data/hooks'
import { startLive } from '../../data/live/live'
import { onSessionEnded } from '../../data/session/take-over'
import '../../data/session/company.live'
import '../../data/session/plan.live'
import '../../data/session/session.live'
import { TOAST_OK_MS } from '../../lib/constants'
import { toast } from '../../lib/toast'

/** Opens the socket while the shell is mounted; a new one for another user or company. */
export const useDeskLive = (): void => {
  const store = useAppStore()
  const { t } = useTranslation()
  const { id, companyId } = useMe()

  useEffect(() => {
    onSessionEnded((reason) => {
      if (reason === 'takeover')
        toast.error(t('auth.accountElsewhere'), { key: 'takeover', durationMs: TOAST_OK_MS })
    })
  }, [t])

  useEffect(() => {
    let stop: (() => void) | null = null
    let left = false
    void import('socket.io-client').then(({ io }) => {
      if (!left)
        stop = startLive(store, { companyId, userId: id, open: (options) => io(location.origin, options) })
    })
    return () => {
      left = true
      stop?.()
    }
  }, [store, companyId, id])
}
