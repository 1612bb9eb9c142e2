import enData from 'emoji-picker-element-data/en/emojibase/data.json?url'
import esData from 'emoji-picker-element-data/es/cldr/data.json?url'
import ptData from 'emoji-picker-element-data/pt/cldr/data.json?url'
import en from 'emoji-picker-element/i18n/en.js'
import es from 'emoji-picker-element/i18n/es.js'
import pt from 'emoji-picker-element/i18n/pt_BR.js'
import Picker from 'emoji-picker-element/picker.js'
import { useEffect, useRef } from 'react'

import { currentLanguage } from '../../../i18n/i18n'
import { useThemeMode } from '../../../lib/theme-mode'

const words = { pt, en, es }
const sources = { pt: ptData, en: enData, es: esData }

const isClick = (event: Event): event is CustomEvent<{ unicode?: string }> => event instanceof CustomEvent

/** The picker element with our words and our own copy of its data. */
export const EmojiPicker = ({ onPick }: { onPick: (emoji: string, keepOpen: boolean) => void }) => {
  const box = useRef<HTMLDivElement>(null)
  const pick = useRef(onPick)
  const isShifted = useRef(false)
  const mode = useThemeMode()
  useEffect(() => {
    pick.current = onPick
  })
  useEffect(() => {
    const language = currentLanguage()
    const picker = new Picker({ i18n: words[language], dataSource: sources[language], locale: language })
    picker.className = mode
    picker.style.setProperty('--num-columns', '9')
    picker.style.setProperty('width', '352px')
    picker.style.setProperty('max-width', '92vw')
    picker.style.setProperty('height', '400px')
    picker.style.setProperty('--border-size', '0')
    picker.style.setProperty('--background', 'var(--raised)')
    const noteShift = (event: Event) => {
      isShifted.current = (event instanceof MouseEvent || event instanceof KeyboardEvent) && event.shiftKey
    }
    const handleClick = (event: Event) => {
      if (isClick(event) && event.detail.unicode) pick.current(event.detail.unicode, isShifted.current)
    }
    picker.addEventListener('click', noteShift, true)
    picker.addEventListener('keydown', noteShift, true)
    picker.addEventListener('emoji-click', handleClick)
    box.current?.append(picker)
    return () => picker.remove()
  }, [mode])
  return <div ref={box} style={{ minWidth: 'min(352px, 92vw)', minHeight: 400 }} />
}
