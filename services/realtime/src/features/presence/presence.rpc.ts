import { companyId } from '@balcao/contracts'
import { RealtimeServiceService, type RealtimeServiceServer } from '@balcao/contracts/wire'
import type { Presence, RpcBinding } from '@balcao/kernel'
import { implementRpc } from '@balcao/platform'

export const presenceRpc = (presence: Presence): RpcBinding => ({
  name: 'desk.realtime.v1.RealtimeService',
  definition: RealtimeServiceService,
  implementation: implementRpc<RealtimeServiceServer>({
    getOnlineUsers: async (request) => ({ userIds: await presence.listOnline(companyId(request.companyId)) }),
  }),
})
