import type { DeadTurnView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import '../../ui/list-table.css'
import './dead-turns.css'

interface TurnProps {
  turn: DeadTurnView
  isBusy: boolean
  onReplay: () => void
}

const DeadTurn = ({ turn, isBusy, onReplay }: TurnProps) => {
  const { t, i18n } = useTranslation('deadTurns')
  return (
    <li className="list-card">
      <div className="list-card__head">
        <Link to={`/tickets/${turn.ticketUuid}`} aria-label={`${t('ticket')}: ${turn.contactName}`}>
          {turn.contactName}
        </Link>
        <time dateTime={turn.createdAt}>{new Date(turn.createdAt).toLocaleString(i18n.language)}</time>
      </div>
      <div className="list-card__foot">
        <span className="dead-turn__reason">{`${turn.targetName || t('deleted')} · ${turn.reason}`}</span>
        <Button
          size="small"
          disabled={isBusy}
          aria-label={`${t('replay')}: ${turn.contactName}`}
          onClick={onReplay}
        >
          {t('replay')}
        </Button>
      </div>
    </li>
  )
}

export interface DeadTurnsDialogProps {
  /** The newest. */
  turns: DeadTurnView[]
  /** Of all. */
  count: number
  isBusy: boolean
  onReplay: (id?: string) => void
  onClose: () => void
}

/** Messages that were given up: who wrote, when, and why nobody answered. */
export const DeadTurnsDialog = ({ turns, count, isBusy, onReplay, onClose }: DeadTurnsDialogProps) => {
  const { t } = useTranslation('deadTurns')
  const { t: common } = useTranslation()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="dead-turns">
      <DialogTitle id="dead-turns">{t('title')}</DialogTitle>
      <DialogContent>
        <p className="dead-turns__lead">{count > 0 ? t('lead') : t('none')}</p>
        <ul className="list-cards" aria-label={t('title')}>
          {turns.map((turn) => (
            <DeadTurn key={turn.id} turn={turn} isBusy={isBusy} onReplay={() => onReplay(turn.id)} />
          ))}
        </ul>
        {count > turns.length ? <p>{t('more', { count: count - turns.length })}</p> : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common('actions.close')}</Button>
        {count > 0 ? (
          <Button variant="contained" loading={isBusy} onClick={() => onReplay()}>
            {t('replayAll')}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  )
}
