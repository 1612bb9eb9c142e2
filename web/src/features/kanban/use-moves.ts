import type { TagRefView, TicketView } from '@balcao/contracts'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useMoveToLaneMutation } from '../../data/tickets.api'
import '../../data/tickets.live'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import type { Lane } from './lanes'

export type MoveCard = (ticket: TicketView, lane: Lane) => void

/** Moves cards at once, back when the server refuses; `announced` is for the live region. */
export const useMoves = (tags: readonly TagRefView[]): { move: MoveCard; announced: string } => {
  const { t } = useTranslation('kanban')
  const [send] = useMoveToLaneMutation()
  const [announced, setAnnounced] = useState('')
  const move = useCallback<MoveCard>(
    (ticket, lane) => {
      send({ ticket, lane: lane.tag, lanes: tags })
        .unwrap()
        .then(() => {
          setAnnounced(t('moved', { name: ticket.contact.name, lane: lane.name }))
          toast.success(t(lane.tag ? 'added' : 'removed'))
        }, showError)
    },
    [send, tags, t],
  )
  return { move, announced }
}
