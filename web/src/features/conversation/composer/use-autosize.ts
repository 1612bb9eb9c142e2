import { useLayoutEffect, type RefObject } from 'react'

import { INPUT_MAX_ROWS } from '../../../lib/constants'

const LINE_PX = 20
const PADDING_PX = 16

/** A text field from one to five rows high. */
export const useAutosize = (field: RefObject<HTMLTextAreaElement | null>, text: string): void => {
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    const box = element.parentElement
    // Else the conversation would be measured as taller for a moment, and the browser would scroll it up.
    if (box) box.style.minHeight = `${box.offsetHeight}px`
    element.style.height = 'auto'
    const most = INPUT_MAX_ROWS * LINE_PX + PADDING_PX
    element.style.height = `${Math.min(element.scrollHeight, most)}px`
    element.style.overflowY = element.scrollHeight > most ? 'auto' : 'hidden'
    if (box) box.style.minHeight = ''
  }, [field, text])
}
