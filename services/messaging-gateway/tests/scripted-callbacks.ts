import {
  capabilities,
  connectionId as toConnectionId,
  type ConnectionId,
  type ConnectionView,
} from '@balcao/contracts'
import { AppError } from '@balcao/kernel'
import { waitFor } from '@balcao/testkit'

import type {
  DriverSession,
  InboundMessage,
  SessionCallbacks,
  WhatsAppDriver,
} from '../src/features/whatsapp-driver'
import type { Caller } from './support'

export const jid = (number: string): string => `${number}@s.whatsapp.net`

/** A text from a person, as a driver reports it. */
export const textFrom = (
  number: string,
  waId: string,
  over: Partial<InboundMessage> = {},
): InboundMessage => ({
  waId,
  chat: { phone: number },
  author: undefined,
  fromMe: false,
  contact: { number, lid: '', name: '' },
  sender: undefined,
  kind: 'chat',
  body: waId,
  media: undefined,
  quotedWaId: '',
  location: undefined,
  vcard: '',
  ad: undefined,
  marks: [],
  sentAt: new Date(),
  ...over,
})

/** A driver whose sessions connect at once and report what the test passes. */
export function scriptedDriver(session: Partial<DriverSession> = {}, over: Partial<WhatsAppDriver> = {}) {
  const sessions = new Map<ConnectionId, SessionCallbacks>()
  const silent = () => Promise.reject(new AppError('ERR_WAPP_NOT_INITIALIZED'))
  const driver: WhatsAppDriver = {
    provider: 'simulated',
    capabilities: capabilities.simulated,
    open: async ({ connectionId, callbacks }) => {
      sessions.set(connectionId, callbacks)
      await callbacks.session({ kind: 'connected', number: '5511940000001' })
      return {
        lag: () => 0,
        send: silent,
        revoke: silent,
        edit: silent,
        react: silent,
        typing: silent,
        readMarks: silent,
        checkNumber: silent,
        picture: silent,
        group: silent,
        pairingCode: silent,
        answerPasskey: silent,
        confirmPasskey: silent,
        fetchMedia: silent,
        requestFromPhone: silent,
        logout: () => Promise.resolve(),
        close: () => Promise.resolve(),
        ...session,
      }
    },
    forget: () => Promise.resolve(),
    ...over,
  }
  const callbacksFor = (id: number): SessionCallbacks => {
    const callbacks = sessions.get(toConnectionId(id))
    if (!callbacks) throw new Error(`no session of ${id}`)
    return callbacks
  }
  return { driver, callbacksFor }
}

/** A connection whose scripted session is connected. */
export async function openConnectedSession(admin: Caller, name: string): Promise<number> {
  const { body } = await admin<ConnectionView>('POST', '/whatsapp', { name })
  await waitFor(
    async () => (await admin<ConnectionView>('GET', `/whatsapp/${body.id}`)).body.status === 'CONNECTED',
  )
  return body.id
}
