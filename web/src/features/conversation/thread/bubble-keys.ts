import type { KeyboardEvent, MouseEvent } from 'react'

import { focusNeighbour } from './focus-message'
import type { Bubble } from './thread-rows'

interface Actions {
  openMenu: (bubble: Bubble, anchor: HTMLElement) => void
  reply: (bubble: Bubble) => void
}

/** Keys and menu of a focused message: arrows move on, R answers, Shift+F10 opens the menu. */
export const createBubbleKeys = (bubble: Bubble, actions: Actions, isReadOnly: boolean) => {
  const openMenu = (event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>) => {
    event.preventDefault()
    actions.openMenu(bubble, event.currentTarget)
  }
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) openMenu(event)
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      focusNeighbour(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.code === 'KeyR' && !event.altKey && !event.ctrlKey && !event.metaKey && !isReadOnly) {
      event.preventDefault()
      actions.reply(bubble)
    }
  }
  return { openMenu, handleKey }
}
