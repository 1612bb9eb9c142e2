import { queueId, userId, type ChannelName, type CompanyId } from '@balcao/contracts'
import {
  buildChannelName,
  socketEvents,
  type DeskEventCase,
  type EventValue,
  type SocketEvent,
  type SocketRoom,
} from '@balcao/contracts/wire'
import { givenSession, testDatabase, waitFor, type TestDatabase } from '@balcao/testkit'

import { realtimeMigrations } from '../src/migrations'
import { familyEvents } from './family-events'
import { AGENT, MEMBER, QUEUE, socketEventSamples } from './socket-event-samples'
import { A, B, openDesk, queueRef, type Client, type Desk } from './support'

type Payload = { action: string } & Record<string, unknown>
type Row = SocketEvent<Payload>
type Who = 'admin' | 'agent' | 'member' | 'stranger'

const everyone: Who[] = ['admin', 'agent', 'member', 'stranger']

/** Of the samples: the agent has the ticket and wrote what has an author, agent and member are in the chat. */
const hearers: Record<SocketRoom, Who[]> = {
  company: everyone,
  'company and payers': everyone,
  'company or author': everyone,
  readers: everyone,
  admins: ['admin'],
  'admins and payers': ['admin'],
  viewers: ['admin', 'agent'],
  'viewers or former': ['admin', 'agent'],
  'author and admins': ['admin', 'agent'],
  members: ['agent', 'member'],
  'members or former': ['agent', 'member'],
  session: ['agent'],
}

const ids: Record<Who, number> = { admin: 20, agent: AGENT, member: MEMBER, stranger: 23 }

let pg: TestDatabase
let desk: Desk
let clients: Record<Who, Client>
let foreign: Client[]

const connect = async (companyId: CompanyId, who: Who, id: number) =>
  desk.connect(
    await givenSession(pg, 'realtime', {
      companyId,
      userId: userId(id),
      profile: who === 'admin' ? 'admin' : 'user',
      queueIds: who === 'agent' ? [queueId(QUEUE)] : [],
    }),
  )

beforeAll(async () => {
  pg = await testDatabase([realtimeMigrations])
  const getUserRecord = ({ companyId, userId: id }: { companyId: number; userId: number }) => {
    const [, { user }] = socketEventSamples.user.update as ['userChanged', EventValue<'userChanged'>]
    const company = { id: companyId, name: 'Loja', schedules: [], dueAt: new Date(0), trialEndsAt: undefined }
    return Promise.resolve({
      record: { user: user && { ...user, id }, queues: [queueRef(QUEUE)], company },
    })
  }
  desk = await openDesk(pg, { auth: { getUserRecord } })
  const [admin, agent, member, stranger] = await Promise.all(everyone.map((who) => connect(A, who, ids[who])))
  clients = { admin, agent, member, stranger } as Record<Who, Client>
  foreign = await Promise.all((['admin', 'agent'] as const).map((who) => connect(B, who, ids[who] + 100)))
})
afterAll(() => desk.close())

const isPresence = ({ name }: { name: string }) => name.endsWith('-userPresence')

let markers = 0

/** What each client heard of one event, by name; a later event marks the end. */
async function hear(channel: ChannelName, action: string): Promise<Record<Who, Map<string, Payload[]>>> {
  const samples = socketEventSamples[channel] as Readonly<Record<string, unknown>>
  const [name, sample] = samples[action] as readonly [DeskEventCase, EventValue<DeskEventCase>]
  for (const { heard } of [...Object.values(clients), ...foreign]) heard.splice(0)
  const marker = (markers += 1)
  // An older state of a user is not told.
  const value = 'user' in sample ? { ...sample, user: { ...sample.user, revision: marker } } : sample
  await desk.publish(A, name, value as never)
  await desk.publish(A, 'queueOptionsChanged', { queueId: marker })
  const isMarker = ({ payload }: Client['heard'][number]) =>
    payload['queueId'] === marker && Object.keys(payload).length === 3
  await waitFor(() => Object.values(clients).every(({ heard }) => heard.some(isMarker)))
  const heardOf = ({ heard }: Client) => {
    const said = new Map<string, Payload[]>()
    for (const one of heard.filter((frame) => !isMarker(frame) && !isPresence(frame)))
      said.set(one.name, [...(said.get(one.name) ?? []), one.payload as unknown as Payload])
    return said
  }
  return Object.fromEntries(everyone.map((who) => [who, heardOf(clients[who])])) as Record<
    Who,
    Map<string, Payload[]>
  >
}

const listRows = (): [ChannelName, string, Row][] =>
  Object.entries(socketEvents).flatMap(([channel, actions]) =>
    Object.entries(actions as unknown as Record<string, Row>).map(
      ([action, row]): [ChannelName, string, Row] => [channel as ChannelName, action, row],
    ),
  )

/** Names and keys that a user hears of a row: `company-1-tag: action, seq, tag`. */
function expectedOf(row: Row, channel: ChannelName, payload: Payload, id: number): string[] {
  const write = (name: string, keys: readonly string[]) =>
    `${name}: ${[...keys, 'action', 'seq'].sort().join(', ')}`
  const second = (row.also ?? [])
    .filter(({ users }) => users === undefined || users(payload).includes(id))
    .map(({ name, keys }) => write(name(A, payload, id), Object.keys(keys)))
  return [
    write(buildChannelName(A, channel), [...row.keys, ...Object.keys(row.as ?? {}), ...(row.empty ?? [])]),
    ...second,
  ].sort()
}

describe('each row of the table of events', () => {
  // The end of a session closes its sockets: socket-sessions.int.test.ts. Presence is below; a pause comes from no other service.
  const others: readonly ChannelName[] = ['auth', 'userPresence', 'webhook']
  it.each(listRows().filter(([channel]) => !others.includes(channel)))(
    '%s %s is heard by whom it names, with its keys, and by no other company',
    async (channel, action, row) => {
      const heard = await hear(channel, action)
      const samples = socketEventSamples[channel] as unknown as Record<string, readonly [DeskEventCase]>
      expect(row.from).toContain(samples[action]?.[0])
      for (const who of everyone) {
        const own = [...heard[who].entries()].flatMap(([name, payloads]) =>
          payloads.map((payload) => `${name}: ${Object.keys(payload).sort().join(', ')}`),
        )
        const [main] = heard[who].get(buildChannelName(A, channel)) ?? []
        const expected =
          hearers[row.room].includes(who) && main ? expectedOf(row, channel, main, ids[who]) : []
        expect([who, own.sort()]).toEqual([who, expected])
        expect([who, main !== undefined]).toEqual([who, hearers[row.room].includes(who)])
      }
      expect(foreign.flatMap(({ heard: told }) => told.filter((frame) => !isPresence(frame)))).toEqual([])
    },
  )

  it('presence is told to the company as an event of its own: never as a user, whom clients replace', async () => {
    const { admin } = clients
    admin.heard.splice(0)
    const late = await connect(A, 'stranger', 24)
    const said = {
      name: 'company-1-userPresence',
      payload: { action: 'update', user: { id: 24, online: true } },
    }
    await waitFor(() => admin.heard.length > 0)
    expect(admin.heard).toMatchObject([said])
    late.socket.disconnect()
  })
})

const follow = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], value)

describe('a page of the family', () => {
  it.each(familyEvents.map((event) => [event.page, event.name, event.action, event] as const))(
    '%s: %s %s has what it reads',
    async (_page, name, action, { of: [channel, sent], reads }) => {
      const heard = await hear(channel, sent)
      const asHeardBy = (who: Who) => {
        const asked = name.replace('{c}', String(A)).replace('{u}', String(ids[who])).replace('{l}', '4')
        return (heard[who].get(asked) ?? []).find((payload) => payload.action === action)
      }
      const payload = asHeardBy('agent') ?? asHeardBy('admin')
      expect(payload).toBeDefined()
      expect(reads.filter((path) => follow(payload, path) === undefined)).toEqual([])
    },
  )
})

describe('an internal chat', () => {
  it('is heard by its members only, each under the own name, and by the sender', async () => {
    const heard = await hear('chat', 'new-message')
    expect([...heard.agent.keys()]).toEqual(['company-1-chat', 'company-1-chat-7'])
    expect([...heard.member.keys()]).toEqual(['company-1-chat', 'company-1-chat-7'])
    expect([...heard.stranger.keys(), ...heard.admin.keys()]).toEqual([])
    const edited = await hear('chat', 'update')
    expect([...edited.agent.keys()]).toEqual([
      'company-1-chat',
      'company-1-chat-7',
      `company-1-chat-user-${AGENT}`,
    ])
    expect([...edited.member.keys()]).toContain(`company-1-chat-user-${MEMBER}`)
  })

  it('that its member has read is counted anew for that member', async () => {
    const { agent, member } = await hear('chat', 'read')
    expect(member.get('company-1-chat')?.map(({ action }) => action)).toEqual(['read', 'update'])
    expect(member.get('company-1-chat-7')).toMatchObject([{ action: 'update', chat: { id: 7 } }])
    expect(
      [...agent.entries()].flatMap(([name, said]) => said.map(({ action }) => `${name} ${action}`)),
    ).toEqual(['company-1-chat read'])
  })
})

/* These pages handle a deletion so that they end blank: their server never told them of one. */
it.each([
  ['tag', 'user'],
  ['fileList', 'company-1-file'],
] as const)('a deleted %s is not told as %s', async (channel, name) => {
  const { agent } = await hear(channel, 'delete')
  expect([...agent.keys()]).not.toContain(name)
})
