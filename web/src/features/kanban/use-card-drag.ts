import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { TicketView } from '@balcao/contracts'
import { useEffect, useRef, useState, type RefObject } from 'react'

interface DraggedCard {
  ticket: TicketView
  /** The lane that it is dragged from. */
  fromLane: number
}

const isCard = (data: Record<string, unknown>): data is Record<string, unknown> & DraggedCard =>
  'fromLane' in data && 'ticket' in data

/** Lets a card be dragged; answers whether it is. */
export const useDraggable = (card: RefObject<HTMLElement | null>, dragged: DraggedCard): boolean => {
  const [isDragged, setDragged] = useState(false)
  const latest = useRef(dragged)
  latest.current = dragged
  useEffect(() => {
    if (!card.current) return
    return draggable({
      element: card.current,
      getInitialData: () => ({ ...latest.current }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [card])
  return isDragged
}

interface DropTarget {
  laneId: number
  onDrop: (ticket: TicketView) => void
}

/** Lets cards of other lanes be dropped on a lane; answers whether one is held over it. */
export const useDropTarget = (lane: RefObject<HTMLElement | null>, target: DropTarget): boolean => {
  const [isOver, setOver] = useState(false)
  const latest = useRef(target)
  latest.current = target
  useEffect(() => {
    if (!lane.current) return
    return dropTargetForElements({
      element: lane.current,
      canDrop: ({ source }) => isCard(source.data) && source.data.fromLane !== latest.current.laneId,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        if (isCard(source.data)) latest.current.onDrop(source.data.ticket)
      },
    })
  }, [lane])
  return isOver
}

/** Scrolls a box while a card is held near its edge. */
export const useAutoScroll = (box: RefObject<HTMLElement | null>): void => {
  useEffect(() => (box.current ? autoScrollForElements({ element: box.current }) : undefined), [box])
}
