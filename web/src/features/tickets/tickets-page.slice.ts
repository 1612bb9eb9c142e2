import { ticketOrders, type TicketOrder } from '@balcao/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

import { rootReducer } from '../../data/root-reducer'
import { buildFirstFilter, isAdmin, type TicketFilter, type TicketViewer } from '../../data/ticket-lists'
import { readStoredJson, storageKeys, writeStored } from '../../lib/storage'

export type TicketsTab = 'open' | 'closed' | 'search'
export type OpenTab = 'open' | 'pending'

/** What the agent chose for waiting tickets; kept in the browser. */
export interface WaitingOptions {
  order: TicketOrder
  /** Whether the list stays when a ticket of it is accepted. */
  staysAfterAccept: boolean
}

const isWaitingOptions = (value: unknown): value is WaitingOptions =>
  typeof value === 'object' &&
  value !== null &&
  'order' in value &&
  ticketOrders.some((order) => order === value.order) &&
  'staysAfterAccept' in value &&
  typeof value.staysAfterAccept === 'boolean'

export const storeWaitingOptions = (options: WaitingOptions): void =>
  writeStored(storageKeys.waitingList, JSON.stringify(options))

/** What the agent chose in the ticket manager; outlives a visit to another page. */
export interface TicketsPageState {
  tab: TicketsTab
  openTab: OpenTab
  /** null: not touched; administrators see all, others their own. */
  showAll: boolean | null
  queueIds: number[] | null
  waiting: WaitingOptions
  /** Which of the waiting tickets: '' for all. */
  bot: '' | 'with' | 'without'
  search: string
  tags: number[]
  users: number[]
  /** `YYYY-MM-DD`; '' for every day. */
  date: string
  updatedAt: string
  isUnreadOnly: boolean
}

/** What narrows a search beside its words; none to begin with. */
const noFilters = { tags: [], users: [], date: '', updatedAt: '', isUnreadOnly: false }

/** How many filters narrow a search. */
export const countFilters = ({ tags, users, date, updatedAt, isUnreadOnly }: TicketsPageState): number =>
  [tags.length > 0, users.length > 0, date !== '', updatedAt !== '', isUnreadOnly].filter(Boolean).length

const buildInitialState = (): TicketsPageState => ({
  tab: 'open',
  openTab: 'open',
  showAll: null,
  queueIds: null,
  waiting: readStoredJson(storageKeys.waitingList, isWaitingOptions, {
    order: 'last-updated',
    staysAfterAccept: false,
  }),
  bot: '',
  search: '',
  ...noFilters,
})

export const managerSlice = createSlice({
  name: 'ticketManager',
  initialState: buildInitialState,
  reducers: {
    managerChanged: (state, action: PayloadAction<Partial<TicketsPageState>>) => {
      Object.assign(state, action.payload)
    },
    searchCleared: (state) => {
      Object.assign(state, { search: '', ...noFilters })
    },
  },
  selectors: { selectManager: (state) => state },
})

declare module '../../data/root-reducer' {
  export interface LazySlices extends ManagerLazySlice {}
}
interface ManagerLazySlice {
  ticketManager: TicketsPageState
}

const injected = managerSlice.injectInto(rootReducer)

export const { managerChanged, searchCleared } = managerSlice.actions
export const { selectManager } = injected.selectors

export const showsAll = (manager: TicketsPageState, me: TicketViewer): boolean =>
  isAdmin(me) && (manager.showAll ?? true)

type ListName = OpenTab | 'closed' | 'search'

/** What each list of the manager asks the server for. `searched` are the words once typing rested. */
export const buildFilter = (
  list: ListName,
  manager: TicketsPageState,
  me: TicketViewer,
  searched = '',
): TicketFilter => {
  const base = { showAll: showsAll(manager, me), queueIds: manager.queueIds }
  if (list === 'search')
    return {
      ...base,
      tags: manager.tags,
      users: manager.users,
      date: manager.date,
      updatedAt: manager.updatedAt,
      withUnreadMessages: manager.isUnreadOnly,
      searchParam: searched.trim().toLowerCase(),
    }
  const listed: TicketFilter = { ...buildFirstFilter(me), ...base, status: list }
  if (list !== 'pending') return listed
  const { order } = manager.waiting
  return {
    ...listed,
    order: order === 'last-updated' ? undefined : order,
    bot: manager.bot === '' ? undefined : manager.bot,
  }
}
