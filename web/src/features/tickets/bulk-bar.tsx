import CloseOutlined from '@mui/icons-material/CloseOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { IconAction } from '../../ui/icon-action'
import type { Bulk, BulkMove } from './use-bulk'

export interface BulkBarProps {
  bulk: Bulk
  /** How many could be chosen. */
  listed: number
  onTransfer: () => void
}

const Refusals = ({ bulk }: { bulk: Bulk }) => {
  const { t } = useTranslation('tickets')
  if (bulk.refused.length === 0) return null
  return (
    <Alert severity="warning" role="alert">
      {t('bulk.refused', { count: bulk.refused.length })}
      <ul>
        {bulk.refused.map(({ ticket, reason }) => (
          <li key={ticket.id}>
            <b>{ticket.contact.name}</b>: {reason}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** How many tickets are chosen, what can be done with all of them, and which of them refused it. */
export const BulkBar = ({ bulk, listed, onTransfer }: BulkBarProps) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const { chosen, run } = bulk
  const count = chosen.length
  const actions: [BulkMove, string, () => void][] = [
    ['accept', t('moves.accept'), () => void bulk.accept()],
    ['transfer', t('moves.transfer'), onTransfer],
    ['finish', t('moves.finish'), () => void bulk.finish()],
  ]
  return (
    <section className="bulk-bar" aria-label={t('bulk.title')}>
      <div className="bulk-bar__head">
        <label>
          <input
            type="checkbox"
            checked={count > 0 && count === listed}
            disabled={run !== null}
            onChange={({ target }) => bulk.chooseAll(target.checked)}
            aria-label={t('bulk.all')}
          />
          <span role="status">
            {run ? t('bulk.running', { done: run.done, of: run.of }) : t('bulk.chosen', { count })}
          </span>
        </label>
        <IconAction label={common('actions.close')} size="small" onClick={bulk.stop}>
          <CloseOutlined fontSize="small" />
        </IconAction>
      </div>
      <div className="bulk-bar__actions">
        {actions.map(([move, label, onClick], index) => (
          <Button
            key={move}
            size="small"
            variant={index === 0 ? 'contained' : 'outlined'}
            disabled={count === 0 || run !== null}
            loading={run?.move === move}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
      </div>
      <Refusals bulk={bulk} />
    </section>
  )
}
