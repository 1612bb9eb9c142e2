import { Readable } from 'node:stream'

import { capabilities, type Capabilities } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import {
  formatAddress,
  type DriverSession,
  type Group,
  type NumberCheck,
  type SessionEvent,
  type SessionRequest,
  type WhatsAppDriver,
} from '../src/features/whatsapp-driver'

/** Answers of a scripted phone; a test changes them as it runs. */
export interface Script {
  checkNumber(number: string): NumberCheck
  picture(remoteJid: string): Buffer | undefined
  group(remoteJid: string): Group
}

export interface ScriptedDriver extends WhatsAppDriver {
  script: Script
  /** Calls to the network, oldest first: `check 5511…`, `picture …`, `group …`, `code …`. */
  asked: string[]
  /** Texts of the messages it sent; none is acknowledged by itself. */
  sent: string[]
  /** Acknowledges what the connection sent since the last time. */
  accepts(connection: number): Promise<void>
  /** The connections whose credentials were wiped. */
  forgotten: number[]
  /** Makes the connection's session report something. */
  says(connection: number, event: SessionEvent): Promise<void>
  findRequest(connection: number): SessionRequest | undefined
}

/** A driver of provider `beta` whose network is the test. Its sessions wait for instructions of the test. */
export function scriptedDriver(
  script: Partial<Script> = {},
  can: Partial<Capabilities> = {},
): ScriptedDriver {
  const sessions = new Map<number, SessionRequest>()
  const unacknowledged: { waId: string; connectionId: number }[] = []
  const driver: ScriptedDriver = {
    provider: 'beta',
    capabilities: { ...capabilities.beta, needsHumanPace: false, ...can },
    asked: [],
    sent: [],
    forgotten: [],
    script: {
      checkNumber: (number) => ({ exists: true, number }),
      picture: () => undefined,
      group: () => {
        throw new AppError('ERR_NO_CONTACT_FOUND')
      },
      ...script,
    },
    open: (request) => {
      sessions.set(request.connectionId, request)
      return Promise.resolve(
        createSession(driver, ({ waId }) =>
          unacknowledged.push({ waId, connectionId: request.connectionId }),
        ),
      )
    },
    forget: (_company, connection) => {
      driver.forgotten.push(connection)
      return Promise.resolve()
    },
    accepts: async (connection) => {
      for (const { waId } of unacknowledged.filter(({ connectionId }) => connectionId === connection))
        await sessions.get(connection)?.callbacks.accepted(waId)
      unacknowledged.splice(
        0,
        unacknowledged.length,
        ...unacknowledged.filter(({ connectionId }) => connectionId !== connection),
      )
    },
    says: async (connection, event) => sessions.get(connection)?.callbacks.session(event),
    findRequest: (connection) => sessions.get(connection),
  }
  return driver
}

const nothing = () => Promise.resolve()

function createSession(driver: ScriptedDriver, onSent: (message: { waId: string }) => void): DriverSession {
  const { asked } = driver
  const answer = <T>(question: string, say: () => T): Promise<T> => {
    asked.push(question)
    return Promise.resolve().then(say)
  }
  return {
    lag: () => 0,
    send: (message) => {
      driver.sent.push(message.body)
      onSent(message)
      return Promise.resolve()
    },
    revoke: nothing,
    edit: nothing,
    react: nothing,
    typing: nothing,
    readMarks: nothing,
    checkNumber: (number) => answer(`check ${number}`, () => driver.script.checkNumber(number)),
    picture: (of) =>
      answer(`picture ${formatAddress(of)}`, () => {
        const bytes = driver.script.picture(formatAddress(of))
        return bytes && Readable.from([bytes], { objectMode: false })
      }),
    group: (group) =>
      answer(`group ${formatAddress(group)}`, () => driver.script.group(formatAddress(group))),
    answerPasskey: ({ id }) => answer(`passkey ${id}`, () => undefined),
    confirmPasskey: () => answer('passkey confirmed', () => undefined),
    requestFromPhone: (targets) => answer(`asked ${targets.length}`, () => undefined),
    pairingCode: (number) => answer(`code ${number}`, () => 'ABCD1234'),
    fetchMedia: () => Promise.reject(new AppError('ERR_WAPP_DOWNLOAD_MEDIA')),
    logout: nothing,
    close: nothing,
  }
}
