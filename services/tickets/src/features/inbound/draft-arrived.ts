import { buildPreview, type Draft, type MessageDocument } from '../messages'

type DraftedMessage = Draft['message']
type OwnFields = 'remoteJid' | 'participant' | 'fromMe' | 'waId' | 'kind' | 'createdAt' | 'updatedAt'

/** The other side's clock may be wrong: times in the future become now. */
export const clampTime = (at: Date | undefined, now: Date): Date =>
  at && at.getTime() > 0 && at < now ? at : now

/** A message that the network brought, with what is the same of all. One typed on the phone was sent already. */
export const draftArrived = (
  document: MessageDocument,
  own: Pick<DraftedMessage, OwnFields> & Partial<DraftedMessage>,
): Draft => ({
  document,
  message: {
    id: document.id,
    source: own.fromMe ? 'phone' : 'customer',
    preview: buildPreview(document),
    ack: own.fromMe ? 1 : 0,
    failure: '',
    read: own.fromMe,
    deleted: false,
    edited: false,
    marks: [],
    mediaState: '',
    mediaWait: undefined,
    reactions: [],
    clientId: undefined,
    userId: undefined,
    ...own,
  },
})
