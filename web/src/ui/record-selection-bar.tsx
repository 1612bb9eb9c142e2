import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { IconAction } from './icon-action'
import { CloseIcon, TrashIcon } from './icons'

export interface RecordSelectionBarProps {
  count: number
  onDelete: () => void
  onClear: () => void
}

/** How many are selected and what can be done with them; lies over a table's heads, so that no row moves. */
export const RecordSelectionBar = ({ count, onDelete, onClear }: RecordSelectionBarProps) => {
  const { t } = useTranslation()
  return (
    <div className="record-selection">
      <div className={count > 0 ? 'record-selection__bar' : undefined}>
        <b role="status">{count > 0 ? t('selection.count', { count }) : ''}</b>
        {count > 0 ? (
          <>
            <Button size="small" color="error" startIcon={<TrashIcon />} onClick={onDelete}>
              {t('actions.delete')}
            </Button>
            <IconAction size="small" label={t('selection.clear')} onClick={onClear}>
              <CloseIcon />
            </IconAction>
          </>
        ) : null}
      </div>
    </div>
  )
}
