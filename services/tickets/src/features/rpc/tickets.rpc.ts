import {
  connectionId,
  contactId,
  maySeeTicket,
  promptId,
  queueId,
  tagId,
  ticketId,
  userId,
} from '@balcao/contracts'
import {
  TicketsServiceService,
  type CanViewTicketRequest,
  type TicketsServiceServer,
} from '@balcao/contracts/wire'
import type { RpcBinding } from '@balcao/kernel'
import { implementRpc, requireCompanyId } from '@balcao/platform'

import { readIsBudgetSpent, type BudgetDeps } from '../message-costs'
import { sendToContact, listSentMedia, type MessageDeps } from '../messages'
import type { PromptStore } from '../prompts'
import type { QueueStore } from '../queues'
import type { TagStore } from '../tags'
import { findSession } from '../tickets'
import { openTicketForContact } from './open-for-contact'

export interface RpcDeps extends MessageDeps, Pick<BudgetDeps, 'messagePrices'> {
  prompts: PromptStore
  queues: QueueStore
  tags: TagStore
}

const MOST_IDS = 1_000

async function canView(deps: RpcDeps, request: CanViewTicketRequest): Promise<boolean> {
  const company = requireCompanyId(request)
  const session = await findSession(deps.sessions, company, userId(request.userId))
  if (!session) return false
  const ticket = await deps.db.withTenant(company, (tx) =>
    deps.tickets.find(tx, company, ticketId(request.ticketId)),
  )
  return ticket !== undefined && maySeeTicket(session, ticket)
}

/** gRPC calls of other services, which name the company themselves: the listener admits services' certificates only. */
export const ticketsRpc = (deps: RpcDeps): RpcBinding => ({
  name: 'desk.tickets.v1.TicketsService',
  definition: TicketsServiceService,
  implementation: implementRpc<TicketsServiceServer>({
    canViewTicket: async (request) => ({ allowed: await canView(deps, request) }),
    openTicketForContact: async (request) => {
      requireCompanyId(request)
      return { ticket: await openTicketForContact(deps, request) }
    },
    sendToContact: (request) => sendToContact(deps, requireCompanyId(request), request),
    getSentMedia: async (request) => ({
      keys: await listSentMedia(deps, requireCompanyId(request), request.clientKey),
    }),
    getContacts: async (request) => {
      const company = requireCompanyId(request)
      const ids = request.ids.slice(0, MOST_IDS).map(contactId)
      const contacts = await deps.db.withTenant(company, (tx) =>
        deps.contacts.findSnapshots(tx, company, ids),
      )
      return { contacts: [...contacts.values()] }
    },
    listTaggedContacts: async (request) => {
      const company = requireCompanyId(request)
      const page = { afterId: request.afterId, most: MOST_IDS }
      const contacts = await deps.db.withTenant(company, (tx) =>
        deps.tags.listContacts(tx, company, tagId(request.tagId), page),
      )
      return { contacts }
    },
    countUnclosed: async (request) => {
      const company = requireCompanyId(request)
      // Without a time everyone is silent.
      const since = request.silentSince ?? deps.clock.now()
      return deps.db.withTenant(company, (tx) =>
        deps.tickets.countUnclosed(tx, company, connectionId(request.connectionId), since),
      )
    },
    getQueues: async (request) => {
      const company = requireCompanyId(request)
      const queues = await deps.db.withTenant(company, (tx) => deps.queues.list(tx, company))
      const wanted = new Set(request.ids.map(queueId))
      return { queues: wanted.size === 0 ? queues : queues.filter(({ id }) => wanted.has(queueId(id))) }
    },
    hasPrompt: async (request) => {
      const company = requireCompanyId(request)
      const prompt = await deps.db.withTenant(company, (tx) =>
        deps.prompts.find(tx, company, promptId(request.promptId)),
      )
      return { exists: prompt !== undefined }
    },
    hasTag: async (request) => {
      const company = requireCompanyId(request)
      const tag = await deps.db.withTenant(company, (tx) => deps.tags.byId(tx, company, tagId(request.tagId)))
      return { exists: tag !== undefined }
    },
    isBudgetSpent: async (request) => ({ spent: await readIsBudgetSpent(deps, requireCompanyId(request)) }),
  }),
})
