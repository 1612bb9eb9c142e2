import type { Media } from '../gen/desk/messaging/v1/messaging_events'
import type { MediaView } from '../http/messages.routes'
import type { CompanyId } from '../ids/ids'
import type { SignMedia } from './view-fields'

export const mediaView = (company: CompanyId, media: Media, sign: SignMedia): MediaView => ({
  url: sign(company, media.key, { name: media.name, mimeType: media.mimeType }),
  name: media.name,
  mimeType: media.mimeType,
  sizeBytes: media.sizeBytes,
  width: media.width || null,
  height: media.height || null,
  durationSeconds: media.durationSeconds || null,
  waveform: media.waveform ?? null,
  thumbnail: media.thumbnail ? `data:image/jpeg;base64,${media.thumbnail}` : null,
})
