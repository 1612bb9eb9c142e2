import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { RowSkeletons } from './row-skeletons'
import './load-more.css'

export interface LoadMoreProps {
  hasMore: boolean
  isLoading: boolean
  hasFailed: boolean
  onLoad: () => void
}

/** The end of a list: asks for the next page when it is nearly on screen, shows that it comes, or offers to ask again. */
export const LoadMore = ({ hasMore, isLoading, hasFailed, onLoad }: LoadMoreProps) => {
  const { t } = useTranslation()
  const end = useRef<HTMLDivElement>(null)
  const load = useRef(onLoad)
  load.current = onLoad
  const isWaiting = hasMore && !isLoading && !hasFailed
  useEffect(() => {
    if (!isWaiting || !end.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) load.current()
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWaiting])
  return (
    <div className="load-more" role="status">
      {isWaiting ? <div ref={end} className="load-more__end" /> : null}
      {isLoading ? <RowSkeletons count={2} height={52} /> : null}
      {hasFailed ? (
        <button type="button" className="load-more__retry" onClick={onLoad}>
          {t('lists.loadMoreFailed')} <b>{t('actions.retry')}</b>
        </button>
      ) : null}
    </div>
  )
}
