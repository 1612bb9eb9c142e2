import { DeliveryServiceService, type DeliveryServiceServer } from '@balcao/contracts/wire'
import type { RpcBinding } from '@balcao/kernel'

import type { DirectTransport } from '../events'
import { implementRpc } from '../grpc'

/** Receives events from other processes. */
export const deliveryRpc = (transport: DirectTransport): RpcBinding => ({
  name: 'desk.delivery.v1.DeliveryService',
  definition: DeliveryServiceService,
  implementation: implementRpc<DeliveryServiceServer>({
    deliver: async (request) => {
      const body: unknown = JSON.parse(request.body)
      await transport.receive({ ...request, body })
      return {}
    },
  }),
})
