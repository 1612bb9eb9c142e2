import type { Inbox, ServicePorts } from '@balcao/kernel'

import type { ContactDeps } from '../contacts'
import type { CampaignMessageStore } from './campaign-message.store'
import type { ContactSendStore } from './contact-send.store'
import type { MessageDocuments } from './message-documents.port'
import type { MessageStore } from './message.store'

export interface MessageDeps extends ContactDeps {
  messages: MessageStore
  documents: MessageDocuments
  sends: ContactSendStore
  campaignMessages: CampaignMessageStore
  inbox: Inbox
  blobs: ServicePorts['blobs']
  pendingBlobs: ServicePorts['pendingBlobs']
  /** Most bytes of one uploaded file. */
  maxUploadBytes: number
}
