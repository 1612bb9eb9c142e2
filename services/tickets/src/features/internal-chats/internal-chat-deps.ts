import type { ServicePorts } from '@balcao/kernel'

import type { InternalChatStore } from './internal-chat.store'

export interface InternalChatDeps extends Pick<
  ServicePorts,
  'db' | 'events' | 'clock' | 'ids' | 'inbox' | 'sessions'
> {
  internalChats: InternalChatStore
}
