import type { MessageView } from '@balcao/contracts'
import { useEffect, useRef, useState } from 'react'

import { useExcerpt } from './quote'

const AT_MOST_EVERY_MS = 2000

export interface AnnouncerProps {
  messages: MessageView[]
  contactName: string
}

/** Reads new messages of the customer aloud, off screen and not faster than every two seconds. */
export const Announcer = ({ messages, contactName }: AnnouncerProps) => {
  const excerpt = useExcerpt()
  const [said, setSaid] = useState('')
  const lastSeq = useRef<number | null>(null)
  const waiting = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const newest = messages.at(-1)?.seq ?? 0
    const before = lastSeq.current
    lastSeq.current = newest
    if (before === null || newest <= before) return
    for (const message of messages)
      if (message.seq > before && !message.fromMe)
        waiting.current.push(`${message.senderName || contactName}: ${excerpt(message)}`)
    if (waiting.current.length === 0 || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      setSaid(waiting.current.join('. '))
      waiting.current = []
    }, AT_MOST_EVERY_MS)
  }, [messages, contactName, excerpt])

  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <div className="visually-hidden" role="log" aria-live="polite">
      {said}
    </div>
  )
}
