import type { RpcClients } from '@balcao/kernel'

/**
 * Calls that may reach a service twice: reads, and writes with a key of their own. A call that is not here is sent at most
 * once. The gateway's questions to a phone are left out: an answer that was lost is asked for by whoever needs it.
 */
export const idempotentMethods = {
  auth: ['getPublicKeys', 'getUsers', 'getSettings'],
  billing: ['getEntitlements', 'getPlan'],
  messaging: ['listAddressBook'],
  realtime: ['getOnlineUsers'],
  tickets: [
    'canViewTicket',
    'openTicketForContact',
    'sendToContact',
    'getSentMedia',
    'getContacts',
    'getQueues',
  ],
} satisfies { [S in keyof RpcClients]: readonly (keyof RpcClients[S])[] }
