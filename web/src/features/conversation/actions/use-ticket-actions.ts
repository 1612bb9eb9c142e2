import type { TicketView } from '@balcao/contracts'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

import { useMe } from '../../../data/hooks'
import { parseTicketConflict } from '../../../data/ticket-conflict'
import { useDeleteTicketMutation, useUpdateTicketMutation } from '../../../data/tickets.api'
import { isHttpStatus } from '../../../lib/api-error'
import { showError, translateError } from '../../../lib/error-toast'
import { toast } from '../../../lib/toast'
import { planTicketAction, planUndo, UNDO_MS, type PlannedAction, type TicketAction } from './ticket-actions'

/** Navigation state: the list switches to open tickets. */
export const showServing = { list: 'serving' } as const

const isGone = (error: unknown): boolean => isHttpStatus(error, 403) || isHttpStatus(error, 404)

/** Why a ticket did not change: a colleague has it, it is in no queue of mine any more, or what the server says. */
export const explainRefusal = (error: unknown, t: TFunction<'tickets'>): string => {
  const conflict = parseTicketConflict(error)
  if (conflict) return t('moves.taken', { name: conflict.user?.name ?? t('moves.someone') })
  return isGone(error) ? t('moves.gone') : translateError(error)
}

/** Accept, return, resolve, reopen and delete, with their toasts and navigation. */
export const useTicketActions = () => {
  const { t } = useTranslation('tickets')
  const me = useMe()
  const navigate = useNavigate()
  const [update] = useUpdateTicketMutation()
  const [remove] = useDeleteTicketMutation()
  const [moving, setMoving] = useState<{ ticketId: number; move: TicketAction } | null>(null)

  const refuse = (error: unknown) => {
    const conflict = parseTicketConflict(error)
    if (conflict) toast.warning(explainRefusal(error, t), { key: `taken ${conflict.id}` })
    else if (isGone(error)) toast.warning(explainRefusal(error, t))
    else showError(error)
  }

  const apply = async (
    move: TicketAction,
    before: TicketView,
    { patch, shown }: PlannedAction,
  ): Promise<TicketView | null> => {
    setMoving({ ticketId: before.id, move })
    try {
      return await update({ before, shown, patch }).unwrap()
    } catch (error) {
      refuse(error)
      return null
    } finally {
      setMoving(null)
    }
  }

  /** Whether the server agreed. */
  const change = (move: TicketAction, ticket: TicketView) =>
    apply(move, ticket, planTicketAction(move, ticket, me))

  const open = (ticket: TicketView) => void navigate(`/tickets/${ticket.uuid}`, { state: showServing })
  const leave = () => void navigate('/tickets')

  return {
    moving,
    accept: async (ticket: TicketView) => {
      if (await change('accept', ticket)) open(ticket)
    },
    reopen: async (ticket: TicketView) => {
      if (await change('reopen', ticket)) open(ticket)
    },
    giveBack: async (ticket: TicketView) => {
      if (await change('return', ticket)) leave()
    },
    resolve: async (ticket: TicketView, wasOpen: boolean) => {
      const closed = await change('resolve', ticket)
      if (!closed) return
      if (wasOpen) leave()
      toast.success(t('moves.resolved'), {
        // A second resolution has a toast, and a time, of its own.
        key: `resolved ${ticket.id} ${closed.updatedAt}`,
        durationMs: UNDO_MS,
        endsUnderPointer: true,
        action: {
          label: t('moves.undo'),
          onClick: () =>
            void apply('reopen', closed, planUndo(ticket, closed)).then((again) => {
              if (again && wasOpen && again.status === 'open') open(again)
            }),
        },
      })
    },
    destroy: async (ticket: TicketView, wasOpen: boolean) => {
      try {
        if (wasOpen) leave()
        await remove(ticket.id).unwrap()
        toast.success(t('moves.deleted'))
      } catch (error) {
        showError(error)
      }
    },
  }
}

export type TicketActions = ReturnType<typeof useTicketActions>
