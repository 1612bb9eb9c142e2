import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { MAX_LIST_PX, MIN_LIST_PX } from './use-list-width'

const STEP_PX = 20

export interface ListResizerProps {
  width: number | null
  onChange: (width: number) => void
}

/** The edge between list and conversation: drag it, or move it with the arrow keys. */
export const ListResizer = ({ width, onChange }: ListResizerProps) => {
  const { t } = useTranslation('tickets')
  const edge = useRef<HTMLDivElement>(null)
  const current = () => width ?? edge.current?.parentElement?.clientWidth ?? MIN_LIST_PX

  const handleMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const left = edge.current?.parentElement?.getBoundingClientRect().left ?? 0
    onChange(event.clientX - left)
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX }[event.key]
    if (step === undefined || event.altKey) return
    event.preventDefault()
    onChange(current() + step)
  }
  return (
    <div
      ref={edge}
      className="list-resizer"
      role="separator"
      aria-orientation="vertical"
      aria-label={t('manager.resize')}
      aria-valuemin={MIN_LIST_PX}
      aria-valuemax={MAX_LIST_PX}
      aria-valuenow={width ?? 360}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={handleMove}
      onKeyDown={handleKey}
    />
  )
}
