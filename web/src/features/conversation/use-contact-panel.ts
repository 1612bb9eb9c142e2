import { useEffect, useState, type RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { useHasRoom } from '../../lib/use-has-room'

/** Whether the docked panel was left open, from one ticket to the next; null: not touched yet. */
let wasDockOpen: boolean | null = null

const PANEL_PX = 320
/** With less room the panel lies over the conversation. */
const DOCKED_FROM_PX = 480 + PANEL_PX
/** From here on it is there without being asked for. */
const OPEN_FROM_PX = 640 + PANEL_PX

const useDock = (chat: RefObject<HTMLDivElement | null>) => {
  const isDocked = useHasRoom(chat, DOCKED_FROM_PX)
  const hasRoom = useHasRoom(chat, OPEN_FROM_PX)
  const [isDockOpen, setDockOpen] = useState(wasDockOpen)
  const location = useLocation()
  const navigate = useNavigate()
  const state = location.state as { isPanelOpen?: boolean } | null
  const isOverlayOpen = state?.isPanelOpen === true
  const setOpen = (open: boolean) => {
    // A step of the history: Back closes what lies over the conversation.
    if (!isDocked) return void (open ? navigate(location, { state: { isPanelOpen: true } }) : navigate(-1))
    wasDockOpen = open
    setDockOpen(open)
  }
  return { isDocked, isOpen: isDocked ? (isDockOpen ?? hasRoom) : isOverlayOpen, setOpen }
}

/** The contact beside a conversation, or over it. `field` is the composer's, which has the focus after a docked panel. */
export const useContactPanel = (
  chat: RefObject<HTMLDivElement | null>,
  field: RefObject<HTMLTextAreaElement | null>,
) => {
  const { isDocked, isOpen, setOpen } = useDock(chat)
  const [isNoting, setNoting] = useState(false)
  // Once the panel is there; what a drawer holds comes in the same frame.
  useEffect(() => {
    if (!isNoting || !isOpen) return undefined
    const frame = requestAnimationFrame(() => {
      setNoting(false)
      document.getElementById('note')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [isNoting, isOpen])

  const showNotes = () => {
    setOpen(true)
    setNoting(true)
  }
  const close = () => {
    setOpen(false)
    // A drawer gives the focus back by itself.
    if (isDocked) field.current?.focus()
  }
  return { isDocked, isOpen, toggle: () => setOpen(!isOpen), showNotes, close }
}
