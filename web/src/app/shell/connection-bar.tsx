import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useAppSelector } from '../../data/hooks'
import { selectLive } from '../../data/live/live.slice'
import { BACK_ONLINE_FLASH_MS, RECONNECT_NOTICE_AFTER_MS } from '../../lib/constants'
import { formatTime } from '../../lib/format-date'

type BarState = 'quiet' | 'reconnecting' | 'offline' | 'back'

/** Shown when the socket has been away for 3 s, and green for a moment after it is back. */
const useBarState = (): { state: BarState; since: number | null } => {
  const { lostAt } = useAppSelector(selectLive)
  const [state, setState] = useState<BarState>('quiet')
  const [since, setSince] = useState<number | null>(null)

  useEffect(() => {
    if (lostAt === null) {
      setState((before) => (before === 'quiet' ? 'quiet' : 'back'))
      const timer = setTimeout(() => setState('quiet'), BACK_ONLINE_FLASH_MS)
      return () => clearTimeout(timer)
    }
    const show = () => {
      setSince(lostAt)
      setState(navigator.onLine ? 'reconnecting' : 'offline')
    }
    const timer = setTimeout(show, Math.max(0, RECONNECT_NOTICE_AFTER_MS - (Date.now() - lostAt)))
    window.addEventListener('offline', show)
    window.addEventListener('online', show)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('offline', show)
      window.removeEventListener('online', show)
    }
  }, [lostAt])
  return { state, since }
}

export const ConnectionBar = () => {
  const { t } = useTranslation()
  const { state, since } = useBarState()
  const waiting = useAppSelector(
    (root) => root.outbox?.items.filter((item) => item.state !== 'failed').length ?? 0,
  )
  const time = formatTime(new Date(since ?? 0))
  const text = {
    quiet: '',
    reconnecting: t('live.reconnecting'),
    offline: waiting > 0 ? t('live.offlineWaiting', { time, count: waiting }) : t('live.offline', { time }),
    back: t('live.back'),
  }[state]
  return (
    <div className={`connection-bar connection-bar--${state}`} role="status">
      {text}
    </div>
  )
}
