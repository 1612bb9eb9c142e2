import type { TicketView } from '@balcao/contracts'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useUpdateTicketMutation, type TicketPatch } from '../../data/tickets.api'
import { toast } from '../../lib/toast'
import { explainRefusal, planTicketAction, planUndo, UNDO_MS, type PlannedAction } from '../conversation'

export type BulkMove = 'accept' | 'transfer' | 'finish'

export interface Refused {
  ticket: TicketView
  reason: string
}

interface Run {
  move: BulkMove
  done: number
  of: number
}

interface Outcome {
  changed: { before: TicketView; after: TicketView }[]
  refused: Refused[]
}

/** Tickets that are chosen together, and what is done with them: one after the other, so that each has its own answer. */
export const useBulk = (listed: readonly TicketView[]) => {
  const { t } = useTranslation('tickets')
  const me = useMe()
  const [update] = useUpdateTicketMutation()
  const [ids, setIds] = useState<ReadonlySet<number> | null>(null)
  const [run, setRun] = useState<Run | null>(null)
  const [refused, setRefused] = useState<Refused[]>([])
  // What a colleague took meanwhile is no longer chosen.
  const chosen = listed.filter(({ id }) => ids?.has(id))

  const toggle = useCallback(
    ({ id }: TicketView) =>
      setIds((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
    [],
  )

  const changeAll = async (
    move: BulkMove,
    tickets: readonly TicketView[],
    plan: (ticket: TicketView) => PlannedAction,
  ): Promise<Outcome> => {
    const outcome: Outcome = { changed: [], refused: [] }
    for (const [done, before] of tickets.entries()) {
      setRun({ move, done, of: tickets.length })
      try {
        outcome.changed.push({ before, after: await update({ before, ...plan(before) }).unwrap() })
      } catch (error) {
        outcome.refused.push({ ticket: before, reason: explainRefusal(error, t) })
      }
    }
    setRun(null)
    setRefused(outcome.refused)
    return outcome
  }

  /** Those that were refused stay chosen. */
  const keepRefused = ({ refused: left }: Outcome) =>
    setIds(left.length === 0 ? null : new Set(left.map(({ ticket }) => ticket.id)))

  const undo = async ({ changed }: Outcome) => {
    const closed = new Map(changed.map(({ before, after }) => [after.id, before]))
    await changeAll(
      'finish',
      changed.map(({ after }) => after),
      (after) => planUndo(closed.get(after.id) ?? after, after),
    )
  }

  return {
    isChoosing: ids !== null,
    chosen,
    run,
    refused,
    toggle,
    start: () => setIds(new Set()),
    chooseAll: (all: boolean) => setIds(new Set(all ? listed.map(({ id }) => id) : [])),
    stop: () => {
      setIds(null)
      setRefused([])
    },
    accept: async () => {
      const outcome = await changeAll('accept', chosen, (ticket) => planTicketAction('accept', ticket, me))
      keepRefused(outcome)
      const count = outcome.changed.length
      if (count > 0) toast.success(t('bulk.accepted', { count }))
    },
    transfer: async (patch: TicketPatch) => {
      const outcome = await changeAll('transfer', chosen, (ticket) => ({ patch, shown: ticket }))
      keepRefused(outcome)
      const count = outcome.changed.length
      if (count > 0) toast.success(t('bulk.transferred', { count }))
    },
    finish: async () => {
      const outcome = await changeAll('finish', chosen, (ticket) => planTicketAction('resolve', ticket, me))
      keepRefused(outcome)
      const count = outcome.changed.length
      if (count > 0)
        toast.success(t('bulk.finished', { count }), {
          durationMs: UNDO_MS,
          endsUnderPointer: true,
          action: { label: t('moves.undo'), onClick: () => void undo(outcome) },
        })
    },
  }
}

export type Bulk = ReturnType<typeof useBulk>
