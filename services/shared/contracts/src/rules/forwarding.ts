import type { MediaState, MessageMark, MessageView } from '../http/messages.routes'
import type { MessageKind } from '../http/tickets.routes'

/** The fields of a message that decide whether, and as what, it is sent on. */
export interface ForwardFacts {
  kind: MessageKind
  fromMe: boolean
  isDeleted: boolean
  mediaState: MediaState | null
  marks: readonly MessageMark[]
}

const forwardable: readonly MessageKind[] = [
  'chat',
  'image',
  'video',
  'audio',
  'application',
  'sticker',
  'locationMessage',
  'vcard',
  'template',
]

/** Whether a message can be forwarded: its content is here, and its writer has not limited it to one view. */
export const canForward = ({ kind, isDeleted, mediaState, marks }: Omit<ForwardFacts, 'fromMe'>): boolean =>
  forwardable.includes(kind) && !isDeleted && mediaState === null && !marks.includes('viewOnce')

/** Whether it is shown as forwarded: as in WhatsApp's own apps, what our number wrote itself is not. */
export const isShownForwarded = ({ fromMe, marks }: Pick<ForwardFacts, 'fromMe' | 'marks'>): boolean =>
  !fromMe || marks.includes('forwarded')

/** Whether a message as the API answers it can be forwarded. */
export const canForwardView = ({ mediaType, isDeleted, mediaState, marks }: MessageView): boolean =>
  canForward({ kind: mediaType, isDeleted, mediaState, marks })
