import type { ScopeResource } from './scopes'

/**
 * Groups of endpoints, as the OpenAPI document shows them: the service that serves the group, the resource of the scope that an API key
 * needs, and what it is about. Without a scope no API key is taken: what belongs to a person (log-in, internal chats), to the
 * operator or to payment, the keys themselves, and the feed, which tells of every resource.
 */
export const endpointTags = {
  api: [
    'messaging-gateway',
    'connections',
    'Sending messages from a system of your own, with the token of a connection.',
  ],
  'api-keys': ['auth', null, 'Keys for integrations: scopes, queues, networks and an end.'],
  auth: ['auth', null, 'Sessions: log in, renew, log out; passwords and e-mails.'],
  connections: [
    'messaging-gateway',
    'connections',
    'WhatsApp numbers linked to the desk: sessions, health, pace, tokens and webhooks.',
  ],
  webhooks: ['realtime', 'events', 'What happens in a company, posted to its own addresses or pulled.'],
  realtime: ['realtime', null, 'What changed while a client was away.'],
  tickets: ['tickets', 'tickets', 'Cases of customers, from the first message to closing.'],
  messages: [
    'tickets',
    'messages',
    'The messages of a ticket: read, search, send, edit, react, forward, delete.',
  ],
  contacts: ['tickets', 'contacts', 'The customers of a company; imports, exports and merges.'],
  tags: ['tickets', 'tags', 'Coloured labels on tickets.'],
  notes: ['tickets', 'tickets', 'Internal remarks on a ticket, never sent.'],
  kanban: ['tickets', 'tickets', 'Lanes of unclosed tickets by tag.'],
  chats: ['tickets', null, 'Conversations between users of a company.'],
  queues: ['tickets', 'queues', 'Departments that tickets wait in, their hours and their menus.'],
  'queue-integrations': [
    'tickets',
    'integrations',
    'Services of a company that answer the customers of a queue, or are told what they write.',
  ],
  prompts: ['tickets', 'integrations', 'What language models are told before they answer customers.'],
  'quick-messages': ['tickets', 'quick-messages', 'Texts with a shortcode for the composer.'],
  files: ['campaigns', 'files', 'Messages with files that campaigns and quick messages send.'],
  campaigns: [
    'campaigns',
    'campaigns',
    'One message to the contacts of a list or a tag, at the pace that WhatsApp allows.',
  ],
  'contact-lists': ['campaigns', 'campaigns', 'Lists of contacts that campaigns go to, and their imports.'],
  schedules: ['campaigns', 'schedules', 'Messages that are sent at a time.'],
  users: ['auth', 'users', 'Accounts of a company: agents, supervisors and administrators.'],
  settings: ['auth', 'settings', "A company's settings."],
  retention: ['tickets', 'settings', 'How long messages and files of closed tickets are kept.'],
  dashboard: ['tickets', 'dashboard', 'Figures of tickets, queues and agents.'],
  'message-prices': [
    'tickets',
    'settings',
    'What a company pays for messages of official numbers, by its own list.',
  ],
  subscription: ['billing', null, 'Invoices, payments and what a company uses.'],
  companies: [
    'auth',
    null,
    'Companies of the installation and their business hours; sign-up, export and deletion.',
  ],
  plans: ['billing', null, 'Limits, features and prices that a company can have.'],
  announcements: ['auth', null, 'What the platform tells every company; written by super users.'],
  helps: ['auth', null, 'Videos that explain the product.'],
  operations: ['auth', null, 'Events that could not be handled: list, replay, drop. For super users.'],
  simulator: ['messaging-gateway', null, 'The simulated WhatsApp network of demos and tests.'],
} as const satisfies Record<string, readonly [service: string, scope: ScopeResource | null, about: string]>

export type EndpointTag = keyof typeof endpointTags

/** Groups of tags, in the order in which a reader needs them. */
export const tagGroups: readonly { name: string; tags: readonly EndpointTag[] }[] = [
  { name: 'Integrate', tags: ['api', 'api-keys', 'auth', 'connections', 'webhooks', 'realtime'] },
  { name: 'Serve customers', tags: ['tickets', 'messages', 'contacts', 'tags', 'notes', 'kanban', 'chats'] },
  { name: 'Answer by itself', tags: ['queues', 'queue-integrations', 'prompts', 'quick-messages', 'files'] },
  { name: 'Reach out', tags: ['campaigns', 'contact-lists', 'schedules'] },
  {
    name: 'Run the company',
    tags: ['users', 'settings', 'retention', 'dashboard', 'message-prices', 'subscription'],
  },
  {
    name: 'Run the installation',
    tags: ['companies', 'plans', 'announcements', 'helps', 'operations', 'simulator'],
  },
]
