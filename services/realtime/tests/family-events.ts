import type { ChannelName } from '@balcao/contracts'

/**
 * What pages of two public front ends of this family of products read of each event: an edition of generation 4.8 and one of 6.0, which
 * listen to the same names. `{c}`, `{u}` and `{l}` are company, user and contact list; a path leads into the payload.
 */
export interface FamilyEvent {
  page: string
  name: string
  action: string
  reads: readonly string[]
  /** The event of this desk that brings it. */
  of: readonly [ChannelName, string]
}

const user = [
  'id',
  'name',
  'email',
  'profile',
  'super',
  'companyId',
  'allTicket',
  'queues.0.id',
  'queues.0.name',
]
const ownUser = [...user, 'queues.0.UserQueue.queueId', 'company.id', 'company.name', 'company.dueDate']
const ticket = [
  'id',
  'uuid',
  'status',
  'userId',
  'queueId',
  'queue.id',
  'queue.name',
  'contact.id',
  'contact.name',
]
const listed = [...ticket, 'unreadMessages', 'lastMessage', 'updatedAt', 'isGroup', 'tags', 'whatsapp']
const message = ['id', 'ticketId', 'body', 'fromMe', 'read', 'ack', 'mediaType', 'createdAt', 'isDeleted']
const chat = ['id', 'uuid', 'title', 'ownerId', 'users.0.userId', 'users.0.unreads', 'users.0.user.name']
const chatMessage = ['chatId', 'senderId', 'sender.name', 'message', 'createdAt', 'chat.users.0.userId']

const inside = (key: string, paths: readonly string[]) => paths.map((path) => `${key}.${path}`)

const saved = (
  page: string,
  name: string,
  of: readonly [ChannelName],
  reads: readonly string[],
): FamilyEvent[] => ['create', 'update'].map((action) => ({ page, name, action, reads, of: [of[0], action] }))

const row = (
  page: string,
  name: string,
  action: string,
  of: FamilyEvent['of'],
  reads: readonly string[],
): FamilyEvent => ({ page, name, action, of, reads })

export const familyEvents: readonly FamilyEvent[] = [
  row('session', 'company-{c}-user', 'update', ['user', 'update'], inside('user', ownUser)),
  ...saved('users', 'company-{c}-user', ['user'], inside('user', user)),
  row('users', 'company-{c}-user', 'delete', ['user', 'delete'], ['userId']),
  row('tickets', 'company-{c}-ticket', 'update', ['ticket', 'update'], inside('ticket', listed)),
  row('tickets', 'company-{c}-ticket', 'delete', ['ticket', 'delete'], ['ticketId']),
  row('tickets', 'company-{c}-ticket', 'updateUnread', ['ticket', 'updateUnread'], ['ticketId']),
  row(
    'conversation',
    'company-{c}-appMessage',
    'create',
    ['appMessage', 'create'],
    [...inside('message', message), ...inside('ticket', listed), 'contact.name'],
  ),
  row(
    'conversation',
    'company-{c}-appMessage',
    'update',
    ['appMessage', 'update'],
    inside('message', message),
  ),
  ...saved(
    'contacts',
    'company-{c}-contact',
    ['contact'],
    inside('contact', ['id', 'name', 'number', 'email']),
  ),
  row('contacts', 'company-{c}-contact', 'delete', ['contact', 'delete'], ['contactId']),
  row(
    'connections',
    'company-{c}-whatsapp',
    'update',
    ['whatsapp', 'update'],
    [...inside('whatsapp', ['id', 'name', 'status', 'isDefault', 'updatedAt'])],
  ),
  row('connections', 'company-{c}-whatsapp', 'delete', ['whatsapp', 'delete'], ['whatsappId']),
  row(
    'connections',
    'company-{c}-whatsappSession',
    'update',
    ['whatsappSession', 'update'],
    [...inside('session', ['id', 'status', 'qrcode', 'retries', 'updatedAt'])],
  ),
  row(
    'queues',
    'company-{c}-queue',
    'update',
    ['queue', 'update'],
    [...inside('queue', ['id', 'name', 'color', 'greetingMessage', 'orderQueue'])],
  ),
  row('queues', 'company-{c}-queue', 'delete', ['queue', 'delete'], ['queueId']),
  ...saved('tags', 'user', ['tag'], inside('tags', ['id', 'name', 'color'])),
  ...saved('server', 'tag', ['tag'], inside('tag', ['id', 'name', 'color'])),
  row('server', 'tag', 'delete', ['tag', 'delete'], ['tagId']),
  ...saved(
    'quick messages',
    'company{c}-quickemessage',
    ['quickMessage'],
    [...inside('record', ['id', 'shortcode', 'message'])],
  ),
  row('quick messages', 'company{c}-quickemessage', 'delete', ['quickMessage', 'delete'], ['id']),
  ...saved('server', 'company-{c}-quickmessage', ['quickMessage'], inside('record', ['id', 'shortcode'])),
  row('server', 'company-{c}-quickmessage', 'delete', ['quickMessage', 'delete'], ['id']),
  ...saved('chats', 'company-{c}-chat-user-{u}', ['chat'], inside('record', chat)),
  row(
    'chats',
    'company-{c}-chat-7',
    'new-message',
    ['chat', 'new-message'],
    [...inside('newMessage', chatMessage), ...inside('chat', chat)],
  ),
  row('chats', 'company-{c}-chat-7', 'update', ['chat', 'update'], inside('chat', chat)),
  row('chats', 'company-{c}-chat', 'delete', ['chat', 'delete'], ['id']),
  row(
    'bar of the shell',
    'company-{c}-chat',
    'new-message',
    ['chat', 'new-message'],
    [...inside('newMessage', chatMessage), ...inside('chat', chat)],
  ),
  row('bar of the shell', 'company-{c}-chat', 'update', ['chat', 'update'], inside('chat', chat)),
  ...saved(
    'schedules',
    'company{c}-schedule',
    ['schedule'],
    [...inside('schedule', ['id', 'sendAt', 'body', 'contact.name'])],
  ),
  row('schedules', 'company{c}-schedule', 'delete', ['schedule', 'delete'], ['scheduleId']),
  ...saved('server', 'schedule', ['schedule'], inside('schedule', ['id'])),
  row('server', 'schedule', 'delete', ['schedule', 'delete'], ['scheduleId']),
  ...saved('files', 'company-{c}-file', ['fileList'], inside('files', ['id', 'name'])),
  ...saved('server', 'company{c}-file', ['fileList'], inside('fileList', ['id', 'name', 'options'])),
  row('server', 'company{c}-file', 'delete', ['fileList', 'delete'], ['fileId']),
  ...saved(
    'announcements',
    'company-announcement',
    ['announcement'],
    [...inside('record', ['id', 'title', 'text', 'priority', 'status'])],
  ),
  row('announcements', 'company-announcement', 'delete', ['announcement', 'delete'], ['id']),
  ...saved(
    'campaigns',
    'company-{c}-campaign',
    ['campaign'],
    [...inside('record', ['id', 'name', 'status', 'confirmation', 'contactListId', 'whatsappId'])],
  ),
  row('campaigns', 'company-{c}-campaign', 'delete', ['campaign', 'delete'], ['id']),
  ...saved('contact lists', 'company-{c}-ContactList', ['ContactList'], inside('record', ['id', 'name'])),
  row('contact lists', 'company-{c}-ContactList', 'delete', ['ContactList', 'delete'], ['id']),
  ...saved(
    'contacts of a list',
    'company-{c}-ContactListItem',
    ['ContactListItem'],
    [...inside('record', ['id', 'name', 'number', 'email', 'isWhatsappValid'])],
  ),
  row('contacts of a list', 'company-{c}-ContactListItem', 'delete', ['ContactListItem', 'delete'], ['id']),
  row(
    'contacts of a list',
    'company-{c}-ContactListItem',
    'reload',
    ['ContactListItem', 'reload'],
    ['records'],
  ),
  row(
    'contacts of a list',
    'company-{c}-ContactListItem-{l}',
    'reload',
    ['ContactListItem', 'reload'],
    inside('records.0', ['id', 'name', 'number', 'isWhatsappValid']),
  ),
  ...saved(
    'prompts',
    'company-{c}-prompt',
    ['prompt'],
    inside('prompt', ['id', 'name', 'maxTokens', 'queue.name']),
  ),
  row('prompts', 'company-{c}-prompt', 'delete', ['prompt', 'delete'], ['promptId']),
  ...saved('server', 'prompt', ['prompt'], inside('prompt', ['id', 'name', 'queue.name'])),
  row('server', 'prompt', 'delete', ['prompt', 'delete'], ['intelligenceId']),
  ...saved(
    'integrations',
    'company-{c}-queueIntegration',
    ['queueIntegration'],
    [...inside('queueIntegration', ['id', 'name', 'type'])],
  ),
  row(
    'integrations',
    'company-{c}-queueIntegration',
    'delete',
    ['queueIntegration', 'delete'],
    ['integrationId'],
  ),
  row('settings', 'company-{c}-settings', 'update', ['settings', 'update'], ['setting.key', 'setting.value']),
  row('checkout', 'company-{c}-payment', 'CONCLUIDA', ['payment', 'CONCLUIDA'], ['company.dueDate']),
]
