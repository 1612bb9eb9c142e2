import { OpsServiceService, type OpsServiceServer } from '@balcao/contracts/wire'
import type { RpcBinding } from '@balcao/kernel'

import type { DeadEvents } from '../events'
import { implementRpc } from '../grpc'

const MOST = 200

/** One service's dead events for auth's operator routes. */
export const opsRpc = (deadEvents: DeadEvents): RpcBinding => ({
  name: 'desk.ops.v1.OpsService',
  definition: OpsServiceService,
  implementation: implementRpc<OpsServiceServer>({
    listDeadEvents: async ({ size }) => {
      const { items, hasMore } = await deadEvents.list({ size: Math.min(Math.max(size, 1), MOST) })
      return { deadEvents: items.map(({ consumer, ...dead }) => ({ ...dead, group: consumer })), hasMore }
    },
    replayDeadEvent: async ({ id }) => {
      const result = await deadEvents.replay(id)
      return { handled: result.handled, error: result.handled ? '' : result.error }
    },
    dropDeadEvent: async ({ id }) => {
      await deadEvents.drop(id)
      return {}
    },
  }),
})
