import { useMemo, useRef, useState } from 'react'

import { useForwardMessagesMutation, useReactMutation } from '../../../data/messages.api'
import { showError } from '../../../lib/error-toast'
import { toast } from '../../../lib/toast'
import { useOutbox } from '../outbox/outbox-context'
import { useSend } from '../composer/use-send'
import type { BubbleActions } from './bubble-row'
import type { OpenMenu } from './message-menu'
import type { ViewportHandle } from './use-viewport-scroll'
import type { Bubble } from './thread-rows'
import type { Person } from './person'

const FLASH_MS = 1200

/** The file behind a media message again, to send it once more. */
const findFile = async ({ message }: Bubble): Promise<File | null> => {
  if (!message.mediaUrl || !message.media) return null
  const answer = await fetch(message.mediaUrl)
  if (!answer.ok) throw new Error('media gone')
  return new File([await answer.blob()], message.media.name, { type: message.media.mimeType })
}

export interface BubbleActionsOptions {
  ticketId: number
  onReply: (bubble: Bubble) => void
  onTalk: (person: Person) => void
  onSaveContact: (person: Person) => void
  mediaFailed: string
}

/** What the bubbles of one thread can do, with stable identity: rows are memoised on it. */
export const useBubbleActions = (options: BubbleActionsOptions) => {
  const outbox = useOutbox()
  const send = useSend(options.ticketId)
  const [react] = useReactMutation()
  const [forward] = useForwardMessagesMutation()
  const viewport = useRef<ViewportHandle>(null)
  const latest = useRef({ options, send })
  latest.current = { options, send }
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [pictureId, setPictureId] = useState<string | null>(null)
  const [flashed, setFlashed] = useState<string | null>(null)
  const [revealedIds, setRevealedIds] = useState<ReadonlySet<string>>(new Set())

  const actions = useMemo<BubbleActions>(() => {
    const sendAgain = async (bubble: Bubble) => {
      const { send: sendNow, options: now } = latest.current
      try {
        sendNow({
          body: bubble.message.body,
          file: await findFile(bubble),
          quoted: bubble.message.quotedMsg,
          isSigned: false,
        })
      } catch {
        toast.error(now.mediaFailed)
      }
    }
    /* The server has files, places and cards: they are not uploaded again. Only the outbox sends with a quote. */
    const copyAgain = ({ message: { id, ticketId } }: Bubble) => {
      const request = { messageIds: [id], ticketIds: [ticketId], clientId: crypto.randomUUID() }
      void forward(request).unwrap().catch(showError)
    }
    const reveal = (messageId: string) => setRevealedIds((now) => new Set(now).add(messageId))
    return {
      reveal,
      openMenu: (bubble, anchor) => setMenu({ bubble, anchor }),
      reply: (bubble) => latest.current.options.onReply(bubble),
      talk: (person) => latest.current.options.onTalk(person),
      saveContact: (person) => latest.current.options.onSaveContact(person),
      openImage: setPictureId,
      jumpTo: (messageId) => {
        if (!viewport.current?.scrollToKey(messageId)) return false
        reveal(messageId)
        setFlashed(messageId)
        setTimeout(() => setFlashed((now) => (now === messageId ? null : now)), FLASH_MS)
        return true
      },
      react: ({ message }, emoji) => {
        void react({ id: message.id, emoji }).unwrap().catch(showError)
      },
      retry: (bubble) => {
        if (bubble.outgoing) outbox.retry(bubble.outgoing.clientId)
        else if (bubble.message.mediaType === 'chat' || bubble.message.quotedMsg) void sendAgain(bubble)
        else copyAgain(bubble)
      },
      discard: (bubble) => {
        if (bubble.outgoing) outbox.discard(bubble.outgoing.clientId)
      },
    }
  }, [outbox, react, forward])

  return { actions, viewport, menu, setMenu, pictureId, setPictureId, flashed, revealedIds }
}
