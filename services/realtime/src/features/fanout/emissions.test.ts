import { companyId, SECRET_MASK } from '@balcao/contracts'
import {
  allTopics,
  listCases,
  deskEvent,
  type DeskEvent,
  type DeskEventCase,
  type EventValue,
} from '@balcao/contracts/wire'

import { buildContact, buildMessage, queueRef, buildTicket, userRef } from '../../../tests/support'
import { emissions, buildEmissions, isEmitted } from './emissions'

const company = companyId(7)
const stamp = {
  ids: { next: () => '019a0000-0000-7000-8000-000000000001' },
  clock: { now: () => new Date(0) },
}
const sign = (_company: number, key: string) => `/signed/${key}`

const event = <C extends DeskEventCase>(name: C, value: EventValue<C>): DeskEvent =>
  deskEvent(stamp, { companyId: company, orderingKey: 'key' }, name, value) as unknown as DeskEvent

const shown = (of: DeskEvent) =>
  buildEmissions(of).map(({ audience, except, frame, effect }) => {
    const rendered = frame?.(sign)
    const payload: object | undefined = rendered?.payload
    const action = payload && 'action' in payload ? payload.action : undefined
    return {
      audience,
      except,
      says: rendered ? `${rendered.channel} ${String(action)}` : undefined,
      effect: effect?.kind,
    }
  })

const admins = 'company:7:admins'
const everyone = 'company:7'
const at = (...rooms: string[]) => rooms.map((room) => `company:7:${room}`)

const connection = {
  id: 3,
  companyId: 7,
  name: 'Main',
  status: 'CONNECTED',
  provider: 'beta',
  queueIds: [],
} as never

const announcement = (isActive: boolean) => ({ id: 1, title: 'x', text: 'x', priority: 3, isActive })

const toCompany: [string, DeskEvent, string][] = [
  [
    'a contact that is new',
    event('contactChanged', { contact: buildContact(company), created: true }),
    'contact create',
  ],
  [
    'a contact that changed',
    event('contactChanged', { contact: buildContact(company), created: false }),
    'contact update',
  ],
  [
    'an import of contacts',
    event('contactImportChanged', {
      import: {
        id: 4,
        fileName: 'a.xlsx',
        status: 'running',
        total: 2,
        created: 1,
        existing: 0,
        failed: 0,
        createdAt: new Date(0),
      },
    }),
    'contactImport update',
  ],
  ['a contact that is gone', event('contactDeleted', { contactId: 5, mergedIntoId: 0 }), 'contact delete'],
  ['a connection', event('connectionChanged', { connection }), 'whatsapp update'],
  ['a connection that is gone', event('connectionDeleted', { connectionId: 3 }), 'whatsapp delete'],
  [
    'a queue',
    event('queueChanged', { queue: { ...queueRef(3), companyId: 7, schedules: [] } as never }),
    'queue update',
  ],
  ['a queue that is gone', event('queueDeleted', { queueId: 3 }), 'queue delete'],
  ['options of a queue', event('queueOptionsChanged', { queueId: 3 }), 'queueOptions update'],
  [
    'a tag that is new',
    event('tagChanged', { tag: { id: 1, companyId: 7, name: 'x', color: '#fff', kanban: 0 }, created: true }),
    'tag create',
  ],
  ['a tag that is gone', event('tagDeleted', { tagId: 1 }), 'tag delete'],
  [
    'a file list',
    event('fileListChanged', {
      fileList: { id: 1, companyId: 7, userId: 2, name: 'x', message: 'x', options: [] },
      created: true,
    }),
    'fileList create',
  ],
  ['a file list that is gone', event('fileListDeleted', { fileListId: 1 }), 'fileList delete'],
  [
    'an announcement',
    event('announcementChanged', { announcement: announcement(true), created: true }),
    'announcement create',
  ],
  [
    'an announcement that is not active any more',
    event('announcementChanged', { announcement: announcement(false), created: false }),
    'announcement delete',
  ],
  [
    'an announcement that is gone',
    event('announcementDeleted', { announcementId: 1 }),
    'announcement delete',
  ],
  ['a schedule that is gone', event('scheduleDeleted', { scheduleId: 1 }), 'schedule delete'],
  [
    'a setting that agents may read',
    event('settingChanged', { key: 'call', value: 'enabled' }),
    'settings update',
  ],
  [
    'another plan',
    event('planChanged', {
      plan: {
        id: 2,
        name: 'Ouro',
        users: 1,
        connections: 1,
        queues: 1,
        valueCents: 4990,
        apiMessagesPerMinute: 0,
        apiMessagesPerDay: 0,
        mediaMegabytes: 0,
        useCampaigns: true,
        useSchedules: true,
        useInternalChat: true,
        useExternalApi: true,
        useKanban: false,
        useOpenAi: true,
        useIntegrations: true,
        offered: true,
      },
    }),
    'plan update',
  ],
  [
    'a colleague online',
    event('presenceChanged', { userId: 1, name: 'A', email: 'a@b.c', profile: 'user', online: true }),
    'userPresence update',
  ],
]

const campaign = { id: 3, companyId: 7, name: 'Natal', messages: [], confirmationMessages: [] } as never
const contactList = { id: 4, companyId: 7, name: 'Clientes', contactsCount: 2 } as never
const listItem = {
  id: 9,
  companyId: 7,
  contactListId: 4,
  name: 'Ana',
  number: '1',
  validity: 'valid',
} as never

const toAdmins: [string, DeskEvent, string][] = [
  [
    'a budget that is reached',
    event('messageBudgetReached', {
      month: '2026-11',
      percent: 100,
      currency: 'BRL',
      budgetMicros: 50_000_000,
      spentMicros: 50_400_000,
    }),
    'messageBudget reached',
  ],
  ['a campaign', event('campaignChanged', { campaign, created: false }), 'campaign update'],
  ['a campaign that is gone', event('campaignDeleted', { campaignId: 3 }), 'campaign delete'],
  [
    'a contact list that is new',
    event('contactListChanged', { contactList, created: true }),
    'ContactList create',
  ],
  ['a contact list that is gone', event('contactListDeleted', { contactListId: 4 }), 'ContactList delete'],
  [
    'a contact of a list',
    event('contactListItemChanged', { item: listItem, created: false }),
    'ContactListItem update',
  ],
  [
    'a contact that left its list',
    event('contactListItemDeleted', { contactListId: 4, itemId: 9 }),
    'ContactListItem delete',
  ],
  [
    'an import into a list',
    event('contactListImportChanged', {
      contactListId: 4,
      import: { id: 1, status: 'done' } as never,
      items: [],
    }),
    'ContactListItem reload',
  ],
]

describe('who hears of', () => {
  it.each(toAdmins)('%s: administrators', (_name, heard, says) => {
    expect(shown(heard)).toEqual([{ audience: [admins], except: [], says, effect: undefined }])
  })

  it('a company that changed: everyone reads its hours again', () => {
    const company = { id: 7, name: 'Loja', active: true, dueAt: new Date(0), revision: 2 } as never
    const changed = event('companyChanged', { company })
    expect(shown(changed)).toMatchObject([
      {
        audience: [everyone, ...at('payment')],
        says: 'companyHours update',
        effect: 'refresh-company',
      },
    ])
    expect(buildEmissions(changed)[0]?.frame?.(sign).payload).toMatchObject({
      name: 'Loja',
      dueDate: '1970-01-01T00:00:00.000Z',
    })
  })

  it.each(toCompany)('%s: the whole company', (_name, heard, says) => {
    expect(shown(heard)).toEqual([{ audience: [everyone], except: [], says, effect: undefined }])
  })

  const quickMessage = {
    id: 4,
    companyId: 7,
    userId: 12,
    shortcode: 'pix',
    message: 'x',
    isCompanyWide: true,
    isActive: true,
  }
  const said = (heard: DeskEvent) =>
    shown(heard).map(({ says, audience, except }) => [says, audience, except])

  it('integrations and prompts: administrators, without their secrets', () => {
    const integration = { id: 4, companyId: 7, type: 'webhook', name: 'x', hasJsonContent: true } as never
    const prompt = { id: 5, companyId: 7, name: 'x', hasApiKey: true } as never
    const heard = [
      event('queueIntegrationChanged', { integration, created: true }),
      event('queueIntegrationDeleted', { integrationId: 4 }),
      event('promptChanged', { prompt, created: false }),
      event('promptDeleted', { promptId: 5 }),
    ]
    expect(heard.map((one) => said(one)[0])).toEqual([
      ['queueIntegration create', [admins], []],
      ['queueIntegration delete', [admins], []],
      ['prompt update', [admins], []],
      ['prompt delete', [admins], []],
    ])
    expect(JSON.stringify(buildEmissions(heard[2]!)[0]?.frame?.(sign))).toContain(SECRET_MASK)
  })

  it('a quick message: the company, or its author only', () => {
    const own = { ...quickMessage, isCompanyWide: false }
    expect(
      said(event('quickMessageChanged', { quickMessage, created: true, wasCompanyWide: false })),
    ).toEqual([['quickMessage create', [everyone], []]])
    expect(
      said(event('quickMessageChanged', { quickMessage: own, created: false, wasCompanyWide: false })),
    ).toEqual([['quickMessage update', at('user:12'), []]])
    expect(
      said(event('quickMessageDeleted', { quickMessageId: 4, userId: 12, isCompanyWide: false })),
    ).toEqual([['quickMessage delete', at('user:12'), []]])
  })

  it('a schedule: its author and administrators', () => {
    const schedule = { id: 1, companyId: 7, userId: 12, body: 'lembrete', status: 'PENDENTE' } as never
    expect(said(event('scheduleChanged', { schedule, created: true }))).toEqual([
      ['schedule create', [...at('user:12'), admins], []],
    ])
  })

  it('a quick message that is its author’s only now: all others lose it', () => {
    const own = { ...quickMessage, isCompanyWide: false }
    expect(
      said(event('quickMessageChanged', { quickMessage: own, created: false, wasCompanyWide: true })),
    ).toEqual([
      ['quickMessage delete', [everyone], at('user:12')],
      ['quickMessage update', at('user:12'), []],
    ])
  })

  const member = (id: number) => ({ user: { id, name: `u${id}` }, unreads: 0 })
  const chat = {
    id: 4,
    companyId: 7,
    uuid: '019a0000-0000-7000-8000-000000000004',
    title: 'x',
    ownerId: 2,
    members: [member(2), member(3)],
    lastMessage: '',
  }
  const message = { id: 'm', companyId: 7, chatId: 4, seq: 1, message: 'oi', clientId: '' }

  it('an internal chat: its members only', () => {
    expect(said(event('internalChatChanged', { chat, created: true, formerUserIds: [] }))).toEqual([
      ['chat create', at('user:2', 'user:3'), []],
    ])
    expect(said(event('internalChatMessageAppended', { chat, message }))).toEqual([
      ['chat new-message', at('user:2', 'user:3'), []],
    ])
    expect(said(event('internalChatRead', { chatId: 4, userId: 3, memberIds: [2, 3] }))).toEqual([
      ['chat read', at('user:2', 'user:3'), []],
    ])
    expect(said(event('internalChatDeleted', { chatId: 4, uuid: chat.uuid, userIds: [2] }))).toEqual([
      ['chat delete', at('user:2'), []],
    ])
  })

  it('an internal chat that a user has left: that user loses it', () => {
    expect(said(event('internalChatChanged', { chat, created: false, formerUserIds: [9] }))).toEqual([
      ['chat delete', at('user:9'), []],
      ['chat update', at('user:2', 'user:3'), []],
    ])
  })

  it('a ticket in a queue: administrators, the queue, its user, and users who have it open', () => {
    const ticket = buildTicket(company, { queue: queueRef(3), user: userRef(12) })
    expect(shown(event('ticketChanged', { ticket }))).toEqual([
      {
        audience: [admins, ...at('queue:3', 'user:12', 'ticket:99')],
        except: [],
        says: 'ticket update',
        effect: undefined,
      },
    ])
  })

  it('a ticket without a queue, whatever its status: administrators and those who see such tickets, never a queue', () => {
    const ticket = buildTicket(company, { status: 'closed' })
    expect(shown(event('ticketChanged', { ticket }))[0]?.audience).toEqual([
      admins,
      ...at('queue:none', 'ticket:99'),
    ])
  })

  it('a ticket accepted without a queue: users who see such tickets keep it', () => {
    const ticket = buildTicket(company, { user: userRef(12) })
    const taken = event('ticketChanged', { ticket, previous: { status: 'pending', queueId: 0, userId: 0 } })
    expect(shown(taken).map(({ says, audience }) => [says, audience])).toEqual([
      ['ticket update', [admins, ...at('queue:none', 'user:12', 'ticket:99')]],
    ])
  })

  it('a ticket that moved: those who lose sight of it first, then its new place', () => {
    const ticket = buildTicket(company, { queue: queueRef(4), user: userRef(12) })
    const moved = event('ticketChanged', { ticket, previous: { status: 'open', queueId: 3, userId: 11 } })
    expect(shown(moved)).toEqual([
      {
        audience: at('queue:3', 'user:11'),
        except: [admins, ...at('queue:4', 'user:12')],
        says: 'ticket delete',
        effect: 'leave-ticket',
      },
      {
        audience: [admins, ...at('queue:4', 'user:12', 'ticket:99')],
        except: [],
        says: 'ticket update',
        effect: undefined,
      },
    ])
  })

  it('a ticket that changed and stayed: no user loses it', () => {
    const ticket = buildTicket(company, { queue: queueRef(3) })
    expect(
      shown(event('ticketChanged', { ticket, previous: { status: 'pending', queueId: 3, userId: 0 } })).map(
        ({ says }) => says,
      ),
    ).toEqual(['ticket update'])
  })

  it('a ticket that a user moved: who, and from where, to those who have it and to those who lose it', () => {
    const ticket = buildTicket(company, { queue: queueRef(4), status: 'pending' })
    const by = { id: 5, name: 'Rafael' }
    const previous = { status: 'open', queueId: 3, userId: 12 }
    const payloads = buildEmissions(event('ticketChanged', { ticket, previous, by })).map(
      (emission) => emission.frame?.(sign).payload,
    )
    expect(payloads).toMatchObject([
      { action: 'delete', ticketId: 99, by },
      { action: 'update', change: { by, previousUserId: 12, previousQueueId: 3, previousStatus: 'open' } },
    ])
  })

  it('a message that moved its ticket: the old place loses the ticket before the message is heard', () => {
    const ticket = buildTicket(company, { queue: queueRef(4) })
    const appended = event('messageAppended', {
      message: buildMessage(company),
      ticket,
      previous: { status: 'closed', queueId: 3, userId: 0 },
    })
    expect(shown(appended).map(({ says, audience }) => [says, audience])).toEqual([
      ['ticket delete', at('queue:3')],
      ['appMessage create', [admins, ...at('queue:4', 'ticket:99')]],
    ])
  })

  it('ticks, edits and unread counts: the place of the ticket', () => {
    const place = { status: 'open', queueId: 3, userId: 12 }
    const audience = [admins, ...at('queue:3', 'user:12', 'ticket:99')]
    expect(shown(event('messageChanged', { message: buildMessage(company), place }))).toMatchObject([
      { says: 'appMessage update', audience },
    ])
    expect(shown(event('ticketUnreadCleared', { ticketId: 99, place }))).toMatchObject([
      { says: 'ticket updateUnread', audience },
    ])
    expect(shown(event('ticketDeleted', { ticketId: 99, uuid: 'u', previous: place }))).toMatchObject([
      { says: 'ticket delete', audience, effect: 'leave-ticket' },
    ])
  })

  it('a QR code: administrators only', () => {
    const session = {
      connectionId: 3,
      name: 'Main',
      status: 'qrcode',
      qrcode: 'secret',
      retries: 1,
      updatedAt: new Date(0),
    }
    expect(shown(event('connectionSessionChanged', session))).toMatchObject([
      { audience: [admins], says: 'whatsappSession update' },
    ])
  })

  it('a secret setting: administrators, masked', () => {
    const [row] = buildEmissions(event('settingChanged', { key: 'asaas', value: 'sk_live_1' }))
    expect(row?.audience).toEqual([admins])
    expect(row?.frame?.(sign)).toEqual({
      channel: 'settings',
      payload: { action: 'update', setting: { key: 'asaas', value: SECRET_MASK } },
    })
  })

  it('a setting that does not exist: no room', () => {
    expect(buildEmissions(event('settingChanged', { key: 'toString', value: 'x' }))).toEqual([])
  })

  it('the end of a session: no room; older sockets by their token version', () => {
    expect(buildEmissions(event('sessionTakenOver', { userId: 1, email: 'a@b.c', tokenVersion: 4 }))).toEqual(
      [
        {
          part: 'main',
          audience: [],
          except: [],
          effect: { kind: 'end-sessions', userId: 1, below: 4, reason: 'takeover', email: 'a@b.c' },
        },
      ],
    )
  })

  it('events between services: no room', () => {
    const silent = allTopics.flatMap(listCases).filter((name) => !isEmitted(name))
    expect(silent.sort()).toEqual(
      [
        'apiKeyChanged',
        'campaignMessageRequested',
        'campaignMessageSending',
        'campaignAnswered',
        'chargeReported',
        'companyDeleted',
        'invoicePaid',
        'contactErased',
        'conversationsMerged',
        'customerNumberChanged',
        'messageMediaArrived',
        'messageMediaWaitChanged',
        'messagePriced',
        'messageReacted',
        'messageReceived',
        'messageRevised',
        'messagesErased',
        'outboundChanged',
        'outboundEditRequested',
        'outboundPageDrawn',
        'outboundReactionRequested',
        'outboundRequested',
        'outboundRevokeRequested',
        'placeholderFilled',
        'readMarkRequested',
        'typingRequested',
      ].sort(),
    )
  })
})

it('names every event', () => {
  expect(Object.keys(emissions).sort()).toEqual(allTopics.flatMap(listCases).sort())
})

it('signs media links at rendering', () => {
  const message = buildMessage(company, {
    media: {
      key: 'k.jpg',
      name: 'k',
      mimeType: 'image/jpeg',
      sizeBytes: 1,
      width: 0,
      height: 0,
      durationSeconds: 0,
    },
  })
  const [row] = buildEmissions(
    event('messageChanged', { message, place: { status: 'open', queueId: 0, userId: 0 } }),
  )
  expect(row?.frame?.(sign)).toMatchObject({ payload: { message: { mediaUrl: '/signed/k.jpg' } } })
})

it('refuses an event without what it must carry', () => {
  expect(() => buildEmissions(event('ticketChanged', {}))).toThrow('without its ticket')
})
