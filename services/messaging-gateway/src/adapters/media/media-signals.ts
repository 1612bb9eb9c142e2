import { counter, createLogger } from '@balcao/platform'

const log = createLogger('messaging-gateway.media')

const previews = counter(
  'balcao_whatsapp_previews_total',
  'Thumbnails and waveforms of what is sent, by kind and outcome',
)

type Kind = 'picture' | 'document' | 'sound' | 'video'

/** Counter and log line together. Never logs a file's name or content. */
export const mediaSignals = {
  made: (kind: Kind) => previews.add(1, { kind, outcome: 'made' }),
  tooLarge: (kind: Kind) => {
    previews.add(1, { kind, outcome: 'too-large' })
    log.info({ kind }, 'too large for a preview, sent without one')
  },
  unknownFormat: (kind: Kind) => {
    previews.add(1, { kind, outcome: 'unknown-format' })
    log.info({ kind }, 'not a format that is decoded, sent without a preview')
  },
  waitedTooLong: (kind: Kind) => {
    previews.add(1, { kind, outcome: 'waited' })
    log.warn({ kind }, 'too many previews at once, sent without one')
  },
  failed: (kind: Kind, error: unknown) => {
    previews.add(1, { kind, outcome: 'failed' })
    log.warn({ kind, err: error }, 'could not be decoded, sent without a preview')
  },
}
