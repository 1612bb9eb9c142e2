import Button from '@mui/material/Button'
import { MAX_FORWARDED_MESSAGES } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

export interface SelectionBarProps {
  count: number
  onForward: () => void
  onCancel: () => void
}

/** What can be done with the chosen messages. */
export const SelectionBar = ({ count, onForward, onCancel }: SelectionBarProps) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  return (
    <div className="selection-bar" role="toolbar" aria-label={t('selection.title')}>
      <span role="status">{t('selection.count', { count, max: MAX_FORWARDED_MESSAGES })}</span>
      <Button color="secondary" size="small" onClick={onCancel}>
        {common('actions.cancel')}
      </Button>
      <Button variant="contained" size="small" disabled={count === 0} onClick={onForward}>
        {t('menu.forward')}
      </Button>
    </div>
  )
}
