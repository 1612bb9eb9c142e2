import type { CompanyId } from '@balcao/contracts'
import { counter } from '@balcao/platform'

import { ticketsLog } from './logger'

const settingsUnavailable = counter(
  'balcao_tickets_settings_unavailable_total',
  'Settings that could not be read from auth; defaults were used',
)
const inboundIgnored = counter(
  'balcao_tickets_inbound_ignored_total',
  'Reactions, files, contents and links that named nothing the desk has, by what they were',
)

const pictureFailures = counter(
  'balcao_tickets_picture_failures_total',
  'Profile pictures that could not be brought up to date',
)

/** Business facts of this service, one function each. */
export const signals = {
  settingsUnavailable: (companyId: CompanyId): void => {
    settingsUnavailable.add()
    ticketsLog.warn({ companyId }, 'settings unavailable, defaults used')
  },
  pictureFailed: (companyId: CompanyId, error: unknown): void => {
    pictureFailures.add()
    ticketsLog.error({ companyId, err: error }, 'a profile picture could not be brought up to date')
  },
  inboundIgnored: ({
    companyId,
    what,
  }: {
    companyId: CompanyId
    what: 'reaction' | 'media' | 'content' | 'link'
  }): void => {
    inboundIgnored.add(1, { what })
    ticketsLog.debug({ companyId, what }, 'ignored: it names nothing we have')
  },
}
