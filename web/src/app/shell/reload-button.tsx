import { useTranslation } from 'react-i18next'

import { useAppSelector } from '../../data/hooks'
import { selectLive } from '../../data/live/live.slice'
import { IconAction } from '../../ui/icon-action'
import { ReloadIcon } from '../../ui/icons'

/** Reloads the page; the browser asks first where `useUnsaved` says that something would be lost. */
export const reloadPage = (): void => location.reload()

export const ReloadButton = () => {
  const { t } = useTranslation()
  const { syncing } = useAppSelector(selectLive)
  return (
    <IconAction label={t('shell.reload')} aria-busy={syncing} onClick={reloadPage}>
      <ReloadIcon className={syncing ? 'spinning' : undefined} />
    </IconAction>
  )
}
