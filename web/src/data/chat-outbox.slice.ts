import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

import { chatsApi, type ChatDraft } from './chats.api'
import { rootReducer } from './root-reducer'
import { sessionEnded } from './session/session.slice'
import type { DeskDispatch } from './store'

/** A message to an internal chat that the server has not stored yet. */
export interface WaitingMessage extends ChatDraft {
  hasFailed: boolean
}

export interface ChatOutboxState {
  messages: WaitingMessage[]
}

const initialState: ChatOutboxState = { messages: [] }

export const chatOutboxSlice = createSlice({
  name: 'chatOutbox',
  initialState,
  reducers: {
    sendingBegan: ({ messages }, { payload }: PayloadAction<ChatDraft>) => {
      const known = messages.find(({ clientId }) => clientId === payload.clientId)
      if (known) known.hasFailed = false
      else messages.push({ ...payload, hasFailed: false })
    },
    sendingFailed: ({ messages }, { payload }: PayloadAction<string>) => {
      const failed = messages.find(({ clientId }) => clientId === payload)
      if (failed) failed.hasFailed = true
    },
    messageStored: (state, { payload }: PayloadAction<string>) => {
      state.messages = state.messages.filter(({ clientId }) => clientId !== payload)
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
  selectors: { selectWaiting: (state) => state.messages },
})

declare module './root-reducer' {
  export interface LazySlices extends ChatOutboxLazySlice {}
}
interface ChatOutboxLazySlice {
  chatOutbox: ChatOutboxState
}

const injected = chatOutboxSlice.injectInto(rootReducer)

const { sendingBegan, sendingFailed, messageStored } = chatOutboxSlice.actions
export const { selectWaiting } = injected.selectors

let previous: Promise<void> = Promise.resolve()

/** Sends it after those before it, or again: the server stores a message with the same `clientId` once. */
export const sendChatMessage =
  (draft: ChatDraft) =>
  (dispatch: DeskDispatch): Promise<void> => {
    dispatch(sendingBegan(draft))
    const send = async () => {
      const { error } = await dispatch(chatsApi.endpoints.sendChatMessage.initiate(draft, { track: false }))
      dispatch(error ? sendingFailed(draft.clientId) : messageStored(draft.clientId))
    }
    previous = previous.then(send)
    return previous
  }
