import type { QueueView } from '@balcao/contracts'
import { useState, type DragEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { useUpdateQueueMutation } from '../../data/queues.api'
import { showError } from '../../lib/error-toast'
import { IconAction } from '../../ui/icon-action'
import { DragIcon } from '../../ui/icons'
import { planOrder } from './queue.form'

/** Moves queues by dragging their rows, or with the arrow keys on their handles. */
export const useQueueOrder = (queues: readonly QueueView[]) => {
  const [update] = useUpdateQueueMutation()
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const move = async (id: number, index: number) => {
    if (index < 0 || index >= queues.length) return
    for (const { id: queueId, orderQueue } of planOrder(queues, id, index)) {
      const answer = await update({ id: queueId, body: { orderQueue } })
      if (answer.error) return showError(answer.error)
    }
  }
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  const indexOf = (id: number) => queues.findIndex((queue) => queue.id === id)
  const rowProps = ({ id }: QueueView) => ({
    className: dragged !== null && over === id ? 'queue-row--over' : undefined,
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return
      event.preventDefault()
      setOver(id)
    },
    onDrop: () => {
      if (dragged !== null) void move(dragged, indexOf(id))
      end()
    },
  })
  return { move, indexOf, rowProps, onDragStart: setDragged, onDragEnd: end }
}

export type QueueOrder = ReturnType<typeof useQueueOrder>

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** Drags its queue, or moves it with ↑ and ↓. */
export const MoveHandle = ({ queue, order }: { queue: QueueView; order: QueueOrder }) => {
  const { t } = useTranslation('queues')
  const handleKey = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    void order.move(queue.id, order.indexOf(queue.id) + step)
  }
  return (
    <IconAction
      size="small"
      className="queue-move"
      label={`${t('move')}: ${queue.name}`}
      keys="↑ ↓"
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', queue.name)
        order.onDragStart(queue.id)
      }}
      onDragEnd={order.onDragEnd}
      onKeyDown={handleKey}
    >
      <DragIcon />
    </IconAction>
  )
}
