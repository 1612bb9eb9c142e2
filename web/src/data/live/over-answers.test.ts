import type { ChannelName, ChannelPayloads } from '@balcao/contracts'
import { waitFor } from '@testing-library/react'

import { buildConnection } from '../../testing/builders'
import { buildContact, queues, tags } from '../../testing/desk-builders'
import { fakeFetch, type FakeAnswer } from '../../testing/fake-fetch'
import { connectionsApi } from '../connections.api'
import '../connections.live'
import { contactsApi } from '../contacts.api'
import '../contacts.live'
import { queuesApi } from '../queues.api'
import '../queues.live'
import type { RootState } from '../root-reducer'
import { settingsApi } from '../settings.api'
import '../settings.live'
import { createDeskStore, type DeskDispatch } from '../store'
import { tagsApi } from '../tags.api'
import '../tags.live'
import { usersApi } from '../users.api'
import '../users.live'
import { applyEvent } from './handlers'

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
})

interface Race<N extends ChannelName = ChannelName> {
  ask: (dispatch: DeskDispatch) => PromiseLike<unknown>
  read: (state: RootState) => { data?: unknown }
  /** Written by the server before the event. */
  answer: unknown
  channel: N
  events: ChannelPayloads[N][]
  shown: unknown
}

const race = <N extends ChannelName>(given: Race<N>) => given as unknown as Race

const connection = buildConnection({ id: 1, name: 'Loja' })
const renamed = { ...connection, name: 'Matriz' }
const contact = buildContact({ id: 4, name: 'Ana', whatsapp: null })
const [queue] = queues
const [tag] = tags

const again = { forceRefetch: true } as const

const races: [string, Race][] = [
  [
    'queues: the last of two names',
    race({
      ask: (dispatch) => dispatch(queuesApi.endpoints.listQueues.initiate(undefined, again)),
      read: queuesApi.endpoints.listQueues.select(undefined),
      answer: [queue],
      channel: 'queue',
      events: ['Um', 'Dois'].map((name) => ({ action: 'update', queue: { ...queue!, name } }) as never),
      shown: [{ ...queue, name: 'Dois' }],
    }),
  ],
  [
    'queues: none of one that was deleted',
    race({
      ask: (dispatch) => dispatch(queuesApi.endpoints.listQueues.initiate(undefined, again)),
      read: queuesApi.endpoints.listQueues.select(undefined),
      answer: [queue],
      channel: 'queue',
      events: [{ action: 'delete', queueId: queue!.id }],
      shown: [],
    }),
  ],
  [
    'tags',
    race({
      ask: (dispatch) => dispatch(tagsApi.endpoints.listAllTags.initiate(undefined, again)),
      read: tagsApi.endpoints.listAllTags.select(undefined),
      answer: [tag],
      channel: 'tag',
      events: [{ action: 'update', tag: { ...tag!, name: 'Nova' } } as never],
      shown: [{ ...tag, name: 'Nova' }],
    }),
  ],
  [
    'who is online',
    race({
      ask: (dispatch) => dispatch(usersApi.endpoints.searchUsers.initiate('', again)),
      read: usersApi.endpoints.searchUsers.select(''),
      answer: { users: [{ id: 3, online: true }], count: 1, hasMore: false },
      channel: 'userPresence',
      events: [{ action: 'update', user: { id: 3, online: false } }],
      shown: [{ id: 3, online: false }],
    }),
  ],
  [
    'connections',
    race({
      ask: (dispatch) => dispatch(connectionsApi.endpoints.listConnections.initiate(undefined, again)),
      read: connectionsApi.endpoints.listConnections.select(undefined),
      answer: [connection],
      channel: 'whatsapp',
      events: [{ action: 'update', whatsapp: renamed }],
      shown: [renamed],
    }),
  ],
  [
    'one contact',
    race({
      ask: (dispatch) => dispatch(contactsApi.endpoints.getContact.initiate(4, again)),
      read: contactsApi.endpoints.getContact.select(4),
      answer: contact,
      channel: 'contact',
      events: [{ action: 'update', contact: { ...contact, name: 'Ana Clara' } }],
      shown: { ...contact, name: 'Ana Clara' },
    }),
  ],
  [
    'settings',
    race({
      ask: (dispatch) => dispatch(settingsApi.endpoints.listSettings.initiate(undefined, again)),
      read: settingsApi.endpoints.listSettings.select(undefined),
      answer: [{ key: 'call', value: 'enabled' }],
      channel: 'settings',
      events: [{ action: 'update', setting: { key: 'call', value: 'disabled' } }],
      shown: [{ key: 'call', value: 'disabled' }],
    }),
  ],
]

describe('an event during a fetch', () => {
  it.each(races)(
    'outlives the older answer: %s',
    async (_name, { ask, read, answer, channel, events, shown }) => {
      const store = createDeskStore()
      let release: (given: FakeAnswer) => void = () => undefined
      const { fetchFn, calls } = fakeFetch((_call, index) =>
        index === 0 ? { body: answer } : new Promise<FakeAnswer>((resolve) => (release = resolve)),
      )
      globalThis.fetch = fetchFn
      await ask(store.dispatch)
      const refetched = ask(store.dispatch)
      await waitFor(() => expect(calls).toHaveLength(2), { timeout: 60_000 })
      for (const event of events) applyEvent(channel, event, store)
      release({ body: answer })
      await refetched
      await waitFor(() => expect(read(store.getState()).data).toEqual(shown), { timeout: 60_000 })
    },
  )
})
