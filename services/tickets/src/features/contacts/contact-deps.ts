import type { ServicePorts } from '@balcao/kernel'

import type { TicketDeps } from '../tickets'
import type { ContactStore } from './contact.store'

export interface ContactDeps extends TicketDeps {
  contacts: ContactStore
  /** Asks the gateway whether a number exists. */
  rpc: Pick<ServicePorts['rpc'], 'messaging'>
}
