import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useAppSelector } from '../../data/hooks'
import { selectLive } from '../../data/live/live.slice'
import { hasUnsaved } from '../../lib/unsaved'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { IconAction } from '../../ui/icon-action'
import { ReloadIcon } from '../../ui/icons'

/** Reloads the page; asks first when unsent text or uploads would be lost. */
export const useReload = () => {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return {
    reload: () => (hasUnsaved() ? setAsking(true) : location.reload()),
    question: (
      <ConfirmDialog
        open={asking}
        title={t('shell.reload')}
        text={t('dialogs.discardText')}
        confirmLabel={t('shell.reload')}
        destructive
        onCancel={() => setAsking(false)}
        onConfirm={() => location.reload()}
      />
    ),
  }
}

export const ReloadButton = () => {
  const { t } = useTranslation()
  const { syncing } = useAppSelector(selectLive)
  const { reload, question } = useReload()
  return (
    <>
      <IconAction label={t('shell.reload')} aria-busy={syncing} onClick={reload}>
        <ReloadIcon className={syncing ? 'spinning' : undefined} />
      </IconAction>
      {question}
    </>
  )
}
