import type { DeskEventCase } from '../events/events'
import type { ChannelName, ChannelPayloads } from './channels'

/**
 * Who hears an event; realtime computes the rooms (`audience.ts`).
 * `viewers` may see the ticket or have it open; `former` heard it until now and may not any more; `payers` are administrators of a
 * company past its due date; `readers` may read the setting; `session` is a socket whose session ends.
 */
export type SocketRoom =
  | 'company'
  | 'company and payers'
  | 'admins'
  | 'admins and payers'
  | 'viewers'
  | 'viewers or former'
  | 'members'
  | 'members or former'
  | 'author and admins'
  | 'company or author'
  | 'readers'
  | 'session'

export type ActionOf<N extends ChannelName> = ChannelPayloads[N]['action']
type Variant<P, A> = P extends { action: infer Actions } ? (A extends Actions ? P : never) : never
/** The payload of one action of a channel. */
export type PayloadOf<N extends ChannelName, A extends ActionOf<N>> = Variant<ChannelPayloads[N], A>
type KeyOf<P> = P extends unknown ? Exclude<keyof P, 'action'> & string : never

/** A second name of an event, with the keys that its listeners read: `{ files: 'record' }` is the payload's `record`. */
interface SecondName<P> {
  /** @param userId one of `users`. */
  name(companyId: number, payload: P, userId: number): string
  keys: Readonly<Record<string, KeyOf<P>>>
  /** When it differs. */
  action?: string
  /** Each of these users hears it, under a name of their own; without, everyone who hears the event. */
  users?(payload: P): readonly number[]
}

export interface SocketEvent<P> {
  room: SocketRoom
  /** The domain events that it comes from. */
  from: readonly DeskEventCase[]
  /** Keys under `company-{id}-{channel}`, besides `action` and `seq`. */
  keys: readonly KeyOf<P>[]
  /** Keys that only some of these events have. */
  optional?: readonly KeyOf<P>[]
  /** More keys with the same value there: `{ chat: 'record' }`. */
  as?: Readonly<Record<string, KeyOf<P>>>
  /** Lists that pages need there and must not use: always []. */
  empty?: readonly KeyOf<P>[]
  also?: readonly SecondName<P>[]
}

type Payload = { action: string } & Record<string, unknown>

/** One row for both, where they are the same. */
const saved = <Row extends SocketEvent<Payload>>(row: Row): { create: Row; update: Row } => ({
  create: row,
  update: row,
})

/**
 * Every event that sockets hear, by channel and action: rooms, domain events, keys and names. Fan-out emits by it, and a test
 * listens for every row. `company-{id}-{channel}` is the name for this desk's screens; other names are those which pages and servers
 * of this family of products use.
 */
export const socketEvents = {
  ticket: {
    update: { room: 'viewers', from: ['ticketChanged'], keys: ['ticket', 'change'] },
    delete: {
      room: 'viewers or former',
      from: ['ticketDeleted', 'ticketChanged', 'messageAppended'],
      keys: ['ticketId', 'uuid'],
      optional: ['by'],
    },
    updateUnread: { room: 'viewers', from: ['ticketUnreadCleared'], keys: ['ticketId', 'version'] },
  },
  appMessage: {
    create: { room: 'viewers', from: ['messageAppended'], keys: ['message', 'ticket', 'contact'] },
    update: { room: 'viewers', from: ['messageChanged'], keys: ['message'] },
  },
  contact: {
    ...saved({
      room: 'company',
      from: ['contactChanged'],
      keys: ['contact'],
    }),
    delete: { room: 'company', from: ['contactDeleted'], keys: ['contactId'] },
  },
  contactImport: { update: { room: 'company', from: ['contactImportChanged'], keys: ['import'] } },
  whatsapp: {
    update: { room: 'company', from: ['connectionChanged'], keys: ['whatsapp'] },
    delete: { room: 'company', from: ['connectionDeleted'], keys: ['whatsappId'] },
  },
  whatsappSession: {
    update: { room: 'admins', from: ['connectionSessionChanged'], keys: ['session'] },
  },
  user: {
    ...saved({ room: 'company', from: ['userChanged'], keys: ['user'] }),
    delete: { room: 'company', from: ['userDeleted'], keys: ['userId'] },
  },
  userPresence: { update: { room: 'company', from: ['presenceChanged'], keys: ['user'] } },
  auth: {
    update: {
      room: 'session',
      from: ['sessionTakenOver', 'sessionEnded', 'userDeleted'],
      keys: ['reason', 'user'],
    },
  },
  queue: {
    update: { room: 'company', from: ['queueChanged'], keys: ['queue'] },
    delete: { room: 'company', from: ['queueDeleted'], keys: ['queueId'] },
  },
  queueOptions: { update: { room: 'company', from: ['queueOptionsChanged'], keys: ['queueId'] } },
  tag: {
    ...saved({
      room: 'company',
      from: ['tagChanged'],
      keys: ['tag'],
      also: [
        { name: () => 'tag', keys: { tag: 'tag' } },
        { name: () => 'user', keys: { tags: 'tag' } },
      ],
    }),
    // Not as `user`: the pages that listen there end blank on a deletion.
    delete: {
      room: 'company',
      from: ['tagDeleted'],
      keys: ['tagId'],
      also: [{ name: () => 'tag', keys: { tagId: 'tagId' } }],
    },
  },
  quickMessage: {
    ...saved({
      room: 'company or author',
      from: ['quickMessageChanged'],
      keys: ['record'],
      also: [
        { name: (company) => `company-${company}-quickmessage`, keys: { record: 'record' } },
        { name: (company) => `company${company}-quickemessage`, keys: { record: 'record' } },
      ],
    }),
    delete: {
      room: 'company or author',
      from: ['quickMessageDeleted', 'quickMessageChanged'],
      keys: ['id'],
      also: [
        { name: (company) => `company-${company}-quickmessage`, keys: { id: 'id' } },
        { name: (company) => `company${company}-quickemessage`, keys: { id: 'id' } },
      ],
    },
  },
  chat: {
    create: {
      room: 'members',
      from: ['internalChatChanged'],
      keys: ['record'],
      as: { chat: 'record' },
      also: [
        {
          name: (company, _payload, user) => `company-${company}-chat-user-${user}`,
          keys: { record: 'record' },
          users: ({ record }) => record.users.map(({ userId }) => userId),
        },
      ],
    },
    update: {
      room: 'members',
      from: ['internalChatChanged'],
      keys: ['record'],
      as: { chat: 'record' },
      also: [
        { name: (company, { record }) => `company-${company}-chat-${record.id}`, keys: { chat: 'record' } },
        {
          name: (company, _payload, user) => `company-${company}-chat-user-${user}`,
          keys: { record: 'record' },
          users: ({ record }) => record.users.map(({ userId }) => userId),
        },
      ],
    },
    'new-message': {
      room: 'members',
      from: ['internalChatMessageAppended'],
      keys: ['newMessage', 'chat'],
      also: [
        {
          name: (company, { chat }) => `company-${company}-chat-${chat.id}`,
          keys: { newMessage: 'newMessage', chat: 'chat' },
        },
      ],
    },
    // Other clients count what their own user has not read, in `chat`.
    read: {
      room: 'members',
      from: ['internalChatRead'],
      keys: ['id', 'userId'],
      also: [
        {
          name: (company) => `company-${company}-chat`,
          action: 'update',
          keys: { chat: 'chat' },
          users: ({ userId }) => [userId],
        },
        {
          name: (company, { id }) => `company-${company}-chat-${id}`,
          action: 'update',
          keys: { chat: 'chat' },
          users: ({ userId }) => [userId],
        },
      ],
    },
    delete: {
      room: 'members or former',
      from: ['internalChatDeleted', 'internalChatChanged'],
      keys: ['id', 'uuid'],
    },
  },
  fileList: {
    ...saved({
      room: 'company',
      from: ['fileListChanged'],
      keys: ['record'],
      also: [
        { name: (company) => `company-${company}-file`, keys: { record: 'record', files: 'record' } },
        {
          name: (company) => `company${company}-file`,
          keys: { record: 'record', files: 'record', fileList: 'record' },
        },
      ],
    }),
    // Not as `company-{id}-file`: the pages that listen there end blank on a deletion.
    delete: {
      room: 'company',
      from: ['fileListDeleted'],
      keys: ['id'],
      also: [{ name: (company) => `company${company}-file`, keys: { id: 'id', fileId: 'id' } }],
    },
  },
  announcement: {
    ...saved({
      room: 'company',
      from: ['announcementChanged'],
      keys: ['record'],
      also: [{ name: () => 'company-announcement', keys: { record: 'record' } }],
    }),
    delete: {
      room: 'company',
      from: ['announcementDeleted', 'announcementChanged'],
      keys: ['id'],
      also: [{ name: () => 'company-announcement', keys: { id: 'id' } }],
    },
  },
  schedule: {
    ...saved({
      room: 'author and admins',
      from: ['scheduleChanged'],
      keys: ['schedule'],
      also: [
        { name: () => 'schedule', keys: { schedule: 'schedule' } },
        { name: (company: number) => `company${company}-schedule`, keys: { schedule: 'schedule' } },
      ],
    }),
    // An id alone, for everyone: screens that do not show it ignore it.
    delete: {
      room: 'company',
      from: ['scheduleDeleted'],
      keys: ['scheduleId'],
      also: [
        { name: () => 'schedule', keys: { scheduleId: 'scheduleId' } },
        { name: (company) => `company${company}-schedule`, keys: { scheduleId: 'scheduleId' } },
      ],
    },
  },
  campaign: {
    ...saved({
      room: 'admins',
      from: ['campaignChanged'],
      keys: ['record'],
    }),
    delete: { room: 'admins', from: ['campaignDeleted'], keys: ['id'] },
  },
  ContactList: {
    ...saved({
      room: 'admins',
      from: ['contactListChanged'],
      keys: ['record'],
    }),
    delete: { room: 'admins', from: ['contactListDeleted'], keys: ['id'] },
  },
  ContactListItem: {
    ...saved({
      room: 'admins',
      from: ['contactListItemChanged'],
      keys: ['record'],
    }),
    delete: { room: 'admins', from: ['contactListItemDeleted'], keys: ['id', 'contactListId'] },
    // Without records there: pages add them to whatever list they show.
    reload: {
      room: 'admins',
      from: ['contactListImportChanged'],
      keys: ['contactListId', 'import'],
      empty: ['records'],
      also: [
        {
          name: (company, { contactListId }) => `company-${company}-ContactListItem-${contactListId}`,
          keys: { records: 'records' },
        },
      ],
    },
  },
  queueIntegration: {
    ...saved({
      room: 'admins',
      from: ['queueIntegrationChanged'],
      keys: ['queueIntegration'],
    }),
    delete: { room: 'admins', from: ['queueIntegrationDeleted'], keys: ['integrationId'] },
  },
  prompt: {
    ...saved({
      room: 'admins',
      from: ['promptChanged'],
      keys: ['prompt'],
      also: [{ name: () => 'prompt', keys: { prompt: 'prompt' } }],
    }),
    delete: {
      room: 'admins',
      from: ['promptDeleted'],
      keys: ['promptId'],
      as: { intelligenceId: 'promptId' },
      also: [{ name: () => 'prompt', keys: { promptId: 'promptId', intelligenceId: 'promptId' } }],
    },
  },
  messageBudget: { reached: { room: 'admins', from: ['messageBudgetReached'], keys: ['budget'] } },
  webhook: { paused: { room: 'admins', from: ['webhookPaused'], keys: ['webhook'] } },
  settings: { update: { room: 'readers', from: ['settingChanged'], keys: ['setting'] } },
  plan: { update: { room: 'company', from: ['planChanged'], keys: ['plan'] } },
  invoice: {
    update: { room: 'admins and payers', from: ['invoiceChanged'], keys: ['invoice'] },
    delete: { room: 'admins and payers', from: ['invoiceChanged'], keys: ['id'] },
  },
  payment: { CONCLUIDA: { room: 'company and payers', from: ['companyRenewed'], keys: ['company'] } },
  companyHours: {
    update: {
      room: 'company and payers',
      from: ['companyChanged'],
      keys: ['companyId', 'name', 'dueDate'],
    },
  },
} satisfies { [N in ChannelName]: { [A in ActionOf<N>]: SocketEvent<PayloadOf<N, A>> } }

/** The room of these actions of a channel. */
export type RoomOf<N extends ChannelName, A extends ActionOf<N>> = (typeof socketEvents)[N][A &
  keyof (typeof socketEvents)[N]] extends { room: infer R extends SocketRoom }
  ? R
  : never

/** What leaves for a socket, without `seq`. */
export interface SocketMessage {
  name: string
  payload: { action: string } & Record<string, unknown>
  /** Only this user hears it. */
  userId?: number
}

/* A key whose value is absent is left out; `undefined` when a second name would have nothing to say. */
function pick(payload: Payload, keys: Readonly<Record<string, string>>): Record<string, unknown> {
  const named = Object.entries(keys).map(([key, source]) => [key, payload[source]] as const)
  return Object.fromEntries(named.filter(([, value]) => value !== undefined))
}

const nameMessages = (company: number, payload: Payload, second: SecondName<Payload>): SocketMessage[] => {
  const picked = pick(payload, second.keys)
  // An event of an earlier release, without what these listeners read.
  if (Object.keys(picked).length < Object.keys(second.keys).length) return []
  const body = { action: second.action ?? payload.action, ...picked }
  if (!second.users) return [{ name: second.name(company, payload, 0), payload: body }]
  return second
    .users(payload)
    .map((userId) => ({ name: second.name(company, payload, userId), payload: body, userId }))
}

/** The socket.io event name of a channel. Rooms decide who receives it. */
export const buildChannelName = (companyId: number, channel: ChannelName): string =>
  `company-${companyId}-${channel}`

/** The socket.io event name of `ViewerEvent`. */
export const buildViewerEventName = (companyId: number): string => `company-${companyId}-ticketViewer`

/** The row of an action. @throws {Error} for an action that the channel does not have. */
export function readSocketEvent(channel: ChannelName, action: string): SocketEvent<Payload> {
  // The table is keyed by channel and action; TypeScript cannot infer that correlation.
  const row = (socketEvents[channel] as Readonly<Record<string, SocketEvent<Payload> | undefined>>)[action]
  if (!row) throw new Error(`${channel} has no action ${action}`)
  return row
}

/** An event under each of its names, the desk's own first. */
export function listSocketMessages<N extends ChannelName>(
  companyId: number,
  channel: N,
  payload: ChannelPayloads[N],
): SocketMessage[] {
  const said = payload as unknown as Payload
  const row = readSocketEvent(channel, said.action)
  const own = pick(said, {
    ...Object.fromEntries([...row.keys, ...(row.optional ?? [])].map((key) => [key, key])),
    ...row.as,
  })
  const empty = Object.fromEntries((row.empty ?? []).map((key) => [key, []]))
  return [
    { name: buildChannelName(companyId, channel), payload: { action: said.action, ...own, ...empty } },
    ...(row.also ?? []).flatMap((second) => nameMessages(companyId, said, second)),
  ]
}
