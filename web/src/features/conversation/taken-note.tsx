import CloseOutlined from '@mui/icons-material/CloseOutlined'
import Button from '@mui/material/Button'
import type { TicketView } from '@balcao/contracts'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useAppSelector, useMe } from '../../data/hooks'
import { onFeed } from '../../data/live/handlers'
import { IconAction } from '../../ui/icon-action'
import { copyDraft } from './copy-draft'
import { selectDraft } from './outbox/outbox.slice'

interface Taken {
  by: { id: number; name: string }
  ticket: TicketView
}

/** What a colleague did with a ticket that was this user's. */
export const describeTaken = ({ by, ticket }: Taken, t: TFunction<'tickets'>): string => {
  const { status, userId, user } = ticket
  if (status === 'closed') return t('taken.resolved', { by: by.name })
  if (status === 'pending') return t('taken.returned', { by: by.name })
  if (userId === by.id) return t('taken.taken', { by: by.name })
  return t('taken.transferred', { by: by.name, to: user?.name ?? t('moves.someone') })
}

/** Says which colleague took a ticket that is still on screen, and gives back what was being written in it. */
export const TakenNote = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const me = useMe()
  const [taken, setTaken] = useState<Taken | null>(null)
  const draft = useAppSelector((state) => selectDraft(state, ticket.id))
  useEffect(
    () =>
      onFeed('ticket', (event) => {
        if (event.action !== 'update' || event.ticket.id !== ticket.id) return
        const { change, ticket: now } = event
        const isMine = now.status === 'open' && now.userId === me.id
        if (isMine) setTaken(null)
        else if (change && change.previousUserId === me.id && change.by.id !== me.id)
          setTaken({ by: change.by, ticket: now })
      }),
    [ticket.id, me.id],
  )
  if (!taken) return null
  return (
    <div className="taken-note" role="status">
      <span>{describeTaken(taken, t)}</span>
      {draft === '' ? null : (
        <Button size="small" onClick={() => copyDraft(draft, t)}>
          {t('taken.copyDraft')}
        </Button>
      )}
      <IconAction label={common('actions.close')} size="small" onClick={() => setTaken(null)}>
        <CloseOutlined fontSize="small" />
      </IconAction>
    </div>
  )
}
