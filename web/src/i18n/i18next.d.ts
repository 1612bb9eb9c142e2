import 'i18next'

import type billing from './pt/billing.json'
import type announcements from './pt/announcements.json'
import type chats from './pt/chats.json'
import type common from './pt/common.json'
import type connections from './pt/connections.json'
import type campaigns from './pt/campaigns.json'
import type contactLists from './pt/contactLists.json'
import type contacts from './pt/contacts.json'
import type dashboard from './pt/dashboard.json'
import type helps from './pt/helps.json'
import type integrations from './pt/integrations.json'
import type apiKeys from './pt/apiKeys.json'
import type webhooks from './pt/webhooks.json'
import type messageCosts from './pt/messageCosts.json'
import type messagesApi from './pt/messagesApi.json'
import type prompts from './pt/prompts.json'
import type deadTurns from './pt/deadTurns.json'
import type kanban from './pt/kanban.json'
import type files from './pt/files.json'
import type queues from './pt/queues.json'
import type quickMessages from './pt/quickMessages.json'
import type schedules from './pt/schedules.json'
import type session from './pt/session.json'
import type settings from './pt/settings.json'
import type simulator from './pt/simulator.json'
import type tags from './pt/tags.json'
import type tickets from './pt/tickets.json'
import type todo from './pt/todo.json'
import type users from './pt/users.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      announcements: typeof announcements
      chats: typeof chats
      common: typeof common
      files: typeof files
      billing: typeof billing
      quickMessages: typeof quickMessages
      schedules: typeof schedules
      session: typeof session
      settings: typeof settings
      connections: typeof connections
      campaigns: typeof campaigns
      contactLists: typeof contactLists
      contacts: typeof contacts
      dashboard: typeof dashboard
      helps: typeof helps
      integrations: typeof integrations
      apiKeys: typeof apiKeys
      webhooks: typeof webhooks
      messageCosts: typeof messageCosts
      messagesApi: typeof messagesApi
      prompts: typeof prompts
      deadTurns: typeof deadTurns
      kanban: typeof kanban
      queues: typeof queues
      simulator: typeof simulator
      tags: typeof tags
      tickets: typeof tickets
      todo: typeof todo
      users: typeof users
    }
  }
}
