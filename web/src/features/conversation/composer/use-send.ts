import type { GivenChoices, QuotedMessageView, TemplateValuesBody } from '@balcao/contracts'
import { useCallback } from 'react'

import { useMe } from '../../../data/hooks'
import type { OutboxFile, SentContact } from '../outbox/outbox.slice'
import { useOutbox } from '../outbox/outbox-context'
import { createSendOrder, createStamps } from '../outbox/send-order'
import { storeMediaSize } from '../thread/media-sizes'
import { addSignature } from './signature'
import type { Sound } from './use-recorder'

export interface Outgoing {
  body: string
  file: File | null
  contacts?: SentContact[]
  template?: TemplateValuesBody
  choices?: GivenChoices | undefined
  quoted: QuotedMessageView | null
  isSigned: boolean
  /** Of a recording. */
  sound?: Sound
}

const describe = async (file: File, sound: Sound | undefined): Promise<OutboxFile> => {
  const plain = {
    name: file.name,
    mimeType: file.type || 'application/octet-stream',
    sizeBytes: file.size,
    durationSeconds: sound?.durationSeconds ?? null,
    waveform: sound?.waveform ?? null,
  }
  if (!file.type.startsWith('image/') || !('createImageBitmap' in globalThis))
    return { ...plain, width: null, height: null }
  try {
    const picture = await createImageBitmap(file)
    const { width, height } = picture
    picture.close()
    return { ...plain, width, height }
  } catch {
    // This browser cannot decode it: sent without dimensions.
    return { ...plain, width: null, height: null }
  }
}

const inOrder = createSendOrder()
const stamp = createStamps()

/** Puts a message into the ticket's outbox, in order; its bubble is there at once. Files are measured first. */
export const useSend = (ticketId: number) => {
  const outbox = useOutbox()
  const me = useMe()
  return useCallback(
    (outgoing: Outgoing): void => {
      const { body, file, quoted, isSigned } = outgoing
      const item = {
        clientId: crypto.randomUUID(),
        ticketId,
        body: isSigned && body !== '' ? addSignature(me.name, body) : body,
        quoted,
        contacts: outgoing.contacts ?? [],
        template: outgoing.template ?? null,
        choices: outgoing.choices ?? null,
        createdAt: stamp(),
        state: 'queued' as const,
        progress: null,
        failure: null,
      }
      const described = file ? describe(file, outgoing.sound) : null
      inOrder(ticketId, described, (measured) => {
        if (measured) storeMediaSize(item.clientId, measured.width, measured.height)
        outbox.add({ ...item, file: measured }, file)
      })
    },
    [outbox, me.name, ticketId],
  )
}
