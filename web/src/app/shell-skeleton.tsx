import { useTranslation } from 'react-i18next'

import { useAppSelector } from '../data/hooks'
import { selectSession } from '../data/session/session.slice'
import { BrandMark } from '../ui/brand-mark'
import './shell-skeleton.css'

/** Placeholder of the shell with the same layout, shown while its code and the session load. */
export const ShellSkeleton = () => {
  const { t } = useTranslation()
  const session = useAppSelector(selectSession)
  const unreachable = session.phase === 'booting' && session.unreachable
  return (
    <div className="shell-skeleton" aria-busy="true" aria-label={t('actions.loading')} role="status">
      <div className="shell-skeleton__rail">
        <BrandMark />
      </div>
      <div className="shell-skeleton__top" />
      <div className="shell-skeleton__main">
        {unreachable ? (
          <p className="shell-skeleton__notice">
            <strong>{t('auth.unreachable')}</strong> {t('auth.unreachableText')}
          </p>
        ) : null}
      </div>
    </div>
  )
}
