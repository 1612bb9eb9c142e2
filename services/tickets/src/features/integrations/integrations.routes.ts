import * as http from '@balcao/contracts'
import { queueIntegrationId } from '@balcao/contracts'
import { queueIntegrationView } from '@balcao/contracts/wire'
import type { HttpEdge } from '@balcao/platform'

import {
  createIntegration,
  deleteIntegration,
  listIntegrations,
  readIntegration,
  updateIntegration,
  type EditedIntegration,
  type IntegrationDeps,
} from './edit-integration'
import type { Integration } from './integration'
import { toIntegrationSnapshot } from './integration-events'

const view = (integration: Integration) => queueIntegrationView(toIntegrationSnapshot(integration))

const editedView = ({ integration, signingSecret }: EditedIntegration) => ({
  ...view(integration),
  ...(signingSecret === undefined ? {} : { signingSecret }),
})

/** Mounts `/queueIntegration`, without the test session. */
export function integrationRoutes(edge: HttpEdge, deps: IntegrationDeps): void {
  edge.route(http.listQueueIntegrations, async ({ session, query }) => {
    const { items, ...page } = await listIntegrations(deps, session, query)
    return { queueIntegrations: items.map(view), ...page }
  })
  edge.route(http.getQueueIntegration, async ({ session, params }) =>
    view(await readIntegration(deps, session, queueIntegrationId(params.integrationId))),
  )
  edge.route(http.createQueueIntegration, async ({ session, body }) =>
    editedView(await createIntegration(deps, session, body)),
  )
  edge.route(http.updateQueueIntegration, async ({ session, params, body }) =>
    editedView(await updateIntegration(deps, session, queueIntegrationId(params.integrationId), body)),
  )
  edge.route(http.deleteQueueIntegration, async ({ session, params }) => {
    await deleteIntegration(deps, session, queueIntegrationId(params.integrationId))
    return { message: 'Integration deleted' }
  })
}
