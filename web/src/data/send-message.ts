import {
  MESSAGE_FILES_FIELD,
  messageRoutes,
  type Answer,
  type GivenChoices,
  type TemplateValuesBody,
} from '@balcao/contracts'
import type { BaseQueryApi } from '@reduxjs/toolkit/query'

import { createBaseQuery, deskBaseQuery } from './base-query'
import type { FeedContext } from './live/handlers'
import { buildRequest } from './request'
import { ticketsApi } from './tickets.api'

export interface OutgoingMessage {
  clientId: string
  ticketId: number
  body: string
  quotedMsgId: string | null
  contactIds: number[]
  /** In place of a text; the file is its header's. */
  template: TemplateValuesBody | null
  /** Under the text, without a file. */
  choices: GivenChoices | null
  durationSeconds: number | null
  waveform: string | null
}

/** `fetch` by XMLHttpRequest, the only API with upload progress. */
const uploadFetch =
  (onProgress: (share: number) => void): typeof fetch =>
  async (input, init) => {
    const request = input instanceof Request ? input : new Request(input, init)
    const body = await request.blob()
    return new Promise((resolve, reject) => {
      const wire = new XMLHttpRequest()
      wire.open(request.method, request.url)
      wire.withCredentials = true
      for (const [name, value] of request.headers) wire.setRequestHeader(name, value)
      wire.upload.onprogress = (event) => onProgress(event.lengthComputable ? event.loaded / event.total : 0)
      wire.onload = () =>
        resolve(
          new Response(wire.status === 204 ? null : wire.responseText, {
            status: wire.status,
            headers: { 'content-type': wire.getResponseHeader('content-type') ?? 'application/json' },
          }),
        )
      wire.onerror = () => reject(new TypeError('upload failed'))
      wire.ontimeout = wire.onerror
      wire.send(body)
    })
  }

const buildForm = (
  { clientId, body, quotedMsgId, template, durationSeconds, waveform }: OutgoingMessage,
  file: File,
): FormData => {
  const form = new FormData()
  form.set('body', body)
  form.set('clientId', clientId)
  if (quotedMsgId) form.set('quotedMsgId', quotedMsgId)
  if (template) form.set('template', JSON.stringify(template))
  if (durationSeconds !== null) form.set('durationSeconds', String(durationSeconds))
  if (waveform !== null) form.set('waveform', waveform)
  form.set(MESSAGE_FILES_FIELD, file, file.name)
  return form
}

/** The BaseQueryApi of a request outside of RTK Query. */
const buildQueryApi = (context: FeedContext): BaseQueryApi => {
  const aborter = new AbortController()
  return {
    ...context,
    signal: aborter.signal,
    abort: (reason) => aborter.abort(reason),
    extra: undefined,
    endpoint: 'sendMessage',
    type: 'mutation',
  }
}

/*
 * A change of a ticket is shown before the server has made it: what is written to a ticket that was just accepted must not overtake the
 * acceptance, which the server would refuse. A change that fails holds nothing up.
 */
const untilChanged = (ticketId: number, { dispatch }: FeedContext): Promise<unknown> => {
  const changes = dispatch(ticketsApi.util.getRunningMutationsThunk()).filter(({ arg }) => {
    if (arg.endpointName !== 'updateTicket') return false
    return (arg.originalArgs as { before: { id: number } }).before.id === ticketId
  })
  return Promise.all(changes)
}

/**
 * Sends one message, with at most one file, once changes of its ticket that are on their way have ended. Answers what the server stored;
 * rejects with the error as RTK Query has it. A repeat with the same `clientId` answers the first message, so trying again is safe.
 */
export const postMessage = async (
  message: OutgoingMessage,
  file: File | null,
  context: FeedContext,
  onProgress: (share: number) => void,
): Promise<Answer<typeof messageRoutes.sendMessage>['messages']> => {
  const { clientId, ticketId, body, quotedMsgId, contactIds, template, choices } = message
  await untilChanged(ticketId, context)
  const query = file ? createBaseQuery(uploadFetch(onProgress)).query : deskBaseQuery.query
  const sent = await query(
    buildRequest(messageRoutes.sendMessage, {
      path: { ticketId },
      body: file
        ? buildForm(message, file)
        : {
            body,
            clientId,
            quotedMsgId,
            contactIds,
            ...(template && { template }),
            ...(choices && { choices }),
          },
    }),
    buildQueryApi(context),
    {},
  )
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- the shape every caller of RTK Query knows
  if (sent.error) throw sent.error
  return (sent.data as Answer<typeof messageRoutes.sendMessage>).messages
}
