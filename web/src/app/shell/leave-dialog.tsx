import { useTranslation } from 'react-i18next'

import { answerLeave, useAskedLeave } from '../../lib/leaving'
import { lateToOpen } from '../../ui/late'

const ConfirmDialog = lateToOpen(async () => (await import('../../ui/confirm-dialog')).ConfirmDialog)

/** Asks before something unsaved is lost to another page or record. */
export const LeaveDialog = () => {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      open={useAskedLeave() !== null}
      title={t('dialogs.discardTitle')}
      text={t('dialogs.discardText')}
      confirmLabel={t('actions.discard')}
      cancelLabel={t('actions.keepEditing')}
      destructive
      onCancel={() => answerLeave(false)}
      onConfirm={() => answerLeave(true)}
    />
  )
}
