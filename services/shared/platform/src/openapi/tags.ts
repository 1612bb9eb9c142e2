import type { EndpointTag } from '@balcao/contracts'

/** What each group of operations is about. */
export const tagDescriptions: Record<EndpointTag, string> = {
  announcements: 'What the platform tells every company; written by super users.',
  api: 'Sending messages from a system of your own, with the token of a connection.',
  'api-keys': 'Keys for integrations: scopes, queues, networks and an end.',
  auth: 'Sessions: log in, renew, log out; passwords and e-mails.',
  campaigns: 'One message to the contacts of a list or a tag, at the pace that WhatsApp allows.',
  chats: 'Conversations between users of a company.',
  companies: 'Companies of the installation and their business hours; sign-up, export and deletion.',
  connections: 'WhatsApp numbers linked to the desk: sessions, health, pace, tokens and webhooks.',
  'contact-lists': 'Lists of contacts that campaigns go to, and their imports.',
  contacts: 'The customers of a company; imports, exports and merges.',
  dashboard: 'Figures of tickets, queues and agents.',
  files: 'Messages with files that campaigns and quick messages send.',
  helps: 'Videos that explain the product.',
  kanban: 'Lanes of unclosed tickets by tag.',
  'message-prices': 'What a company pays for messages of official numbers, by its own list.',
  messages: 'The messages of a ticket: read, search, send, edit, react, forward, delete.',
  notes: 'Internal remarks on a ticket, never sent.',
  operations: 'Events that could not be handled: list, replay, drop. For super users.',
  plans: 'Limits, features and prices that a company can have.',
  prompts: 'What language models are told before they answer customers.',
  'queue-integrations':
    'Services of a company that answer the customers of a queue, or are told what they write.',
  queues: 'Departments that tickets wait in, their hours and their menus.',
  'quick-messages': 'Texts with a shortcode for the composer.',
  retention: 'How long messages and files of closed tickets are kept.',
  realtime: 'What changed while a client was away.',
  schedules: 'Messages that are sent at a time.',
  settings: "A company's settings.",
  simulator: 'The simulated WhatsApp network of demos and tests.',
  subscription: 'Invoices, payments and what a company uses.',
  tags: 'Coloured labels on tickets.',
  tickets: 'Cases of customers, from the first message to closing.',
  users: 'Accounts of a company: agents, supervisors and administrators.',
  webhooks: 'What happens in a company, posted to its own addresses or pulled.',
}

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
