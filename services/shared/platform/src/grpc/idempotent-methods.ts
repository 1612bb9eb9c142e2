import type { RpcClients } from '@balcao/kernel'

/**
 * Calls that may be retried: reads, and writes with an idempotency key. Other calls are sent at most
 * once. The gateway's lookups on a phone are left out: their callers decide whether to ask again.
 */
export const idempotentMethods = {
  auth: [
    'getPublicKeys',
    'getUsers',
    'findCompanyPrimary',
    'reportPrimarySize',
    'getSettings',
    'getPaymentToken',
    'reportApiKeyUse',
  ],
  billing: ['getEntitlements', 'getPlan', 'listPayers', 'listPlans'],
  campaigns: ['countWithoutTemplate'],
  messaging: ['fillTemplate', 'getConnections', 'listAddressBook'],
  realtime: ['getOnlineUsers'],
  tickets: [
    'canViewTicket',
    'openTicketForContact',
    'sendToContact',
    'getSentMedia',
    'getContacts',
    'listTaggedContacts',
    'getQueues',
    'hasPrompt',
    'hasTag',
    'isBudgetSpent',
    'countUnclosed',
  ],
} satisfies { [S in keyof RpcClients]: readonly (keyof RpcClients[S])[] }
