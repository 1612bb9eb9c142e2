import type { FilledTemplate, Media } from '@balcao/contracts/wire'

import type { DocumentChange, MessageDocument } from './message-documents.port'

const MOST_EARLIER = 20

/** The message was edited: its body from now on, with the one before kept among the earlier ones, at most 20. */
export const reviseBody =
  (body: string, now: Date): DocumentChange =>
  (known) =>
    known.body === body
      ? undefined
      : {
          ...known,
          body,
          earlier: [...(known.earlier ?? []), { body: known.body, until: now.toISOString() }].slice(
            -MOST_EARLIER,
          ),
        }

/** A template left in place of the text, which has no file. The first one stays. */
export const becomeTemplate =
  ({ body, template }: { body: string; template: FilledTemplate }): DocumentChange =>
  (known) =>
    known.template ? undefined : { ...known, body, template, choices: undefined }

/** The file that was missing. The first one stays. */
export const attachFile =
  (media: Media): DocumentChange =>
  (known) =>
    known.media ? undefined : { ...known, media }

/** The first page of its file, a JPEG in base64. The first one stays; a message without a file has none. */
export const illustrateFile =
  (thumbnail: string): DocumentChange =>
  (known) =>
    !known.media || known.media.thumbnail ? undefined : { ...known, media: { ...known.media, thumbnail } }

/** What is said in its sound. The first transcript stays, also an empty one; a message without a file has none. */
export const addTranscript =
  (transcript: string): DocumentChange =>
  (known) =>
    known.media && known.transcript === undefined ? { ...known, transcript } : undefined

/** The content of a message that came without any; earlier bodies stay. */
export const fillContent =
  (content: MessageDocument): DocumentChange =>
  (known) => ({ ...content, id: known.id, earlier: known.earlier })
