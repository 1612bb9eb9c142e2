import type { GivenChoices, QuotedMessageView, TemplateValuesBody } from '@balcao/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

import { rootReducer } from '../../../data/root-reducer'

export interface OutboxFile {
  name: string
  mimeType: string
  sizeBytes: number
  width: number | null
  height: number | null
  /** Of a recording made here. */
  durationSeconds: number | null
  /** Of a recording made here. Absent in items that an earlier release stored. */
  waveform?: string | null
}

/** A contact whose card is sent. */
export interface SentContact {
  id: number
  name: string
  number: string
}

/** An unsent message, shown as a bubble until the server's message replaces it. */
export interface OutboxItem {
  clientId: string
  ticketId: number
  body: string
  quoted: QuotedMessageView | null
  file: OutboxFile | null
  /** Not empty: the message is their cards. Absent in items that an earlier release stored. */
  contacts?: SentContact[]
  /** The message is this template; `body` is its text. Absent in items that an earlier release stored. */
  template?: TemplateValuesBody | null
  /** What can be tapped under `body`. Absent in items that an earlier release stored. */
  choices?: GivenChoices | null
  createdAt: string
  state: 'queued' | 'sending' | 'failed'
  /** 0 to 1 while a file uploads. */
  progress: number | null
  /** Code or sentence of the refusal; '' when the server could not be reached. */
  failure: string | null
}

export interface OutboxState {
  /** In the order they were written. */
  items: OutboxItem[]
  drafts: Record<number, string>
}

const initialState: OutboxState = { items: [], drafts: {} }

export const outboxSlice = createSlice({
  name: 'outbox',
  initialState,
  reducers: {
    /** Restored items come before newer ones. */
    outboxRestored: (state, action: PayloadAction<OutboxState>) => {
      const known = new Set(state.items.map(({ clientId }) => clientId))
      state.items.unshift(...action.payload.items.filter(({ clientId }) => !known.has(clientId)))
      state.drafts = { ...action.payload.drafts, ...state.drafts }
    },
    outboxClosed: () => initialState,
    messageQueued: (state, action: PayloadAction<OutboxItem>) => {
      state.items.push(action.payload)
    },
    messageChanged: (state, action: PayloadAction<Pick<OutboxItem, 'clientId'> & Partial<OutboxItem>>) => {
      const item = state.items.find(({ clientId }) => clientId === action.payload.clientId)
      if (item) Object.assign(item, action.payload)
    },
    messageLeft: (state, action: PayloadAction<string>) => {
      state.items = state.items.filter(({ clientId }) => clientId !== action.payload)
    },
    draftChanged: (state, action: PayloadAction<{ ticketId: number; text: string }>) => {
      const { ticketId, text } = action.payload
      if (text.trim() === '') delete state.drafts[ticketId]
      else state.drafts[ticketId] = text
    },
  },
  selectors: {
    selectItems: (state) => state.items,
    selectDraft: (state, ticketId: number) => state.drafts[ticketId] ?? '',
    /** State of a ticket's unsent messages, for its row. */
    selectSending: (state, ticketId: number): 'none' | 'sending' | 'failed' => {
      const mine = state.items.filter((item) => item.ticketId === ticketId)
      if (mine.length === 0) return 'none'
      return mine.some((item) => item.state === 'failed') ? 'failed' : 'sending'
    },
  },
})

declare module '../../../data/root-reducer' {
  export interface LazySlices extends OutboxLazySlice {}
}
interface OutboxLazySlice {
  outbox: OutboxState
}

const injected = outboxSlice.injectInto(rootReducer)

export const { outboxRestored, outboxClosed, messageQueued, messageChanged, messageLeft, draftChanged } =
  outboxSlice.actions
export const { selectItems, selectDraft, selectSending } = injected.selectors
