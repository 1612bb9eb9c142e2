import {
  deskEvent,
  orderingKeys,
  type DeskEvent,
  type QueueIntegrationSnapshot,
} from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

import type { Integration } from './integration'

interface Stamp {
  ids: Ids
  clock: Clock
}

/** Without its secrets. */
export const toIntegrationSnapshot = (integration: Integration): QueueIntegrationSnapshot => ({
  id: integration.id,
  companyId: integration.companyId,
  type: integration.type,
  name: integration.name,
  projectName: integration.projectName,
  hasJsonContent: integration.sealedJsonContent !== null,
  language: integration.language,
  url: integration.url,
  typebotSlug: integration.typebotSlug,
  typebotExpires: integration.typebotExpires,
  typebotDelayMessage: integration.typebotDelayMessage,
  typebotKeywordFinish: integration.typebotKeywordFinish,
  typebotKeywordRestart: integration.typebotKeywordRestart,
  typebotUnknownMessage: integration.typebotUnknownMessage,
  typebotRestartMessage: integration.typebotRestartMessage,
})

export const integrationChanged = (stamp: Stamp, integration: Integration, created: boolean): DeskEvent =>
  deskEvent(
    stamp,
    orderingKeys.queueIntegration(integration.companyId, integration.id),
    'queueIntegrationChanged',
    { integration: toIntegrationSnapshot(integration), created },
  )

export const integrationDeleted = (stamp: Stamp, { id, companyId }: Integration): DeskEvent =>
  deskEvent(stamp, orderingKeys.queueIntegration(companyId, id), 'queueIntegrationDeleted', {
    integrationId: id,
  })
