import {
  simulatorCalls,
  simulatorChats,
  simulatorConnections,
  simulatorDrop,
  simulatorGetBehaviour,
  simulatorInbound,
  simulatorLogout,
  simulatorMedia,
  simulatorMessages,
  simulatorOutbound,
  simulatorPassTime,
  simulatorPutBehaviour,
  simulatorReact,
  simulatorRead,
  simulatorReceipts,
  simulatorReplace,
  simulatorRestart,
  simulatorRevise,
  simulatorRing,
  simulatorScan,
  simulatorTyping,
  type BodyOf,
} from '@balcao/contracts'
import { AppError, HOUR } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'
import type { Response } from 'express'

import type { SimpleCloseReason } from '../../../features/whatsapp-driver'
import type { OfficialLine, OfficialPhone } from '../simulated-cloud'
import { createSimulatorGuard, type SimulatorAccess } from './simulator-access'
import { buildNumber } from './device-ledger'
import { phoneMessage } from './phone-input'
import { PhoneView } from './phone-view'
import type { SimulatedNetwork } from './simulated-network'
import { parseChatName } from './translate'

/**
 * Routes of the simulated phone: with the token, or without it from this machine in a loopback demo.
 * @param official plays the customers of official numbers; undefined where Meta is not simulated
 */
export function mountSimulatorRoutes(
  edge: HttpEdge,
  network: SimulatedNetwork,
  access: SimulatorAccess,
  official?: OfficialPhone,
): void {
  const view = new PhoneView(network.deps.db, network.desk, official?.phoneNumberIds)
  const parts = { edge, network, view, official }
  edge.router.use('/simulator', createSimulatorGuard(access))
  phoneRoutes(parts)
  windowRoutes(parts)
  gestureRoutes(parts)
  receiptRoutes(parts)
  deviceRoutes(parts)

  edge.route(simulatorMedia, async ({ params, res }) => {
    const media = await network.inbound.mediaContent(params.id)
    if (!media) throw new AppError('ERR_NO_MEDIA_FOUND')
    sendMedia(res, media)
    return undefined
  })
}

interface RouteParts {
  edge: HttpEdge
  network: SimulatedNetwork
  view: PhoneView
  official: OfficialPhone | undefined
}

/* The line of a number with a linked device. @throws {AppError} ERR_WAPP_NOT_OFFERED for one of the official API */
async function requireDevice(view: PhoneView, connectionId: number): Promise<void> {
  const { isOfficial } = await view.connection(connectionId)
  if (isOfficial) throw new AppError('ERR_WAPP_NOT_OFFERED')
}

/* A phone's file may have any type: only types that a browser renders without scripts are sent inline. */
function sendMedia(response: Response, media: { content: Buffer; mimeType: string; name: string }): void {
  const isShown =
    /^(image\/(png|jpeg|gif|webp)|audio\/[\w.+-]+|video\/(mp4|webm|3gpp|quicktime)|application\/pdf)$/.test(
      media.mimeType,
    )
  response.setHeader('content-type', isShown ? media.mimeType : 'application/octet-stream')
  response.setHeader(
    'content-disposition',
    `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(media.name)}`,
  )
  response.setHeader('content-security-policy', "sandbox; default-src 'none'")
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('cache-control', 'private, max-age=86400, immutable')
  response.end(media.content)
}

type Posted = BodyOf<typeof simulatorInbound>['messages'][number]

/* Meta names a message itself, and shows neither privacy ids nor groups. */
function assertOfficial({ id, lid, group }: Posted): void {
  if (id !== undefined || lid !== undefined || group !== undefined) throw new AppError('ERR_WAPP_NOT_OFFERED')
}

/* Behind a linked phone there is a LID instead. */
function assertLinked({ hidesNumber }: Posted): void {
  if (hidesNumber === true) throw new AppError('ERR_WAPP_NOT_OFFERED')
}

/** Writes to an official number; undefined when the connection is none. */
async function sayOfficially(
  { network, official }: RouteParts,
  posted: readonly Posted[],
): Promise<{ id: string }[] | undefined> {
  const lines = new Map<number, OfficialLine>()
  for (const connectionId of new Set(posted.map(({ connection }) => connection))) {
    const line = await official?.findLine(connectionId)
    if (line) lines.set(connectionId, line)
  }
  if (!official || lines.size === 0) return undefined
  const messages = posted.map((one) => {
    const line = lines.get(one.connection)
    // In one request only phones of the same kind write: each kind takes all or none.
    if (!line) throw new AppError('ERR_WAPP_NOT_OFFERED')
    assertOfficial(one)
    return { line, message: phoneMessage(one, network.deps.ids) }
  })
  const accepted: { id: string }[] = []
  for (const { line, message } of messages) accepted.push({ id: await official.say(line, message) })
  return accepted
}

function phoneRoutes(parts: RouteParts): void {
  const { edge, network, view } = parts
  edge.route(simulatorInbound, async ({ body }) => {
    const accepted = await sayOfficially(parts, body.messages)
    if (accepted) return { accepted }
    body.messages.forEach(assertLinked)
    const messages = body.messages.map((posted) => phoneMessage(posted, network.deps.ids))
    const connectionIds = [...new Set(messages.map((message) => message.connectionId))]
    await view.requireConnections(connectionIds)
    await network.inbound.store(messages, network.deps.clock.now())
    for (const connectionId of connectionIds) network.wake(connectionId)
    return { accepted: messages.map(({ id }) => ({ id })) }
  })

  edge.route(simulatorRevise, async ({ body }) => {
    await requireDevice(view, body.connection)
    await network.inbound.revise(body.connection, parseChatName(body.number), body.id, body.body)
    network.wake(body.connection)
    return { taken: 1 }
  })

  edge.route(simulatorOutbound, async ({ query }) => ({
    items: await view.outbound(query.connection, query.after, query.limit),
  }))
  edge.route(simulatorChats, ({ query }) => view.chats(query.connection))
  edge.route(simulatorMessages, ({ query }) => view.messages(query.connection, parseChatName(query.number)))
}

function windowRoutes({ edge, view, official }: RouteParts): void {
  edge.route(simulatorPassTime, async ({ body }) => {
    await view.connection(body.connection)
    const line = await official?.findLine(body.connection)
    if (!official || !line) throw new AppError('ERR_WAPP_NOT_OFFERED')
    await official.passTime(line, body.number, body.hours * HOUR)
    return { taken: 1 }
  })
}

function gestureRoutes({ edge, network, view, official }: RouteParts): void {
  const { deps, reactions, calls, typing } = network

  edge.route(simulatorReact, async ({ body }) => {
    await view.connection(body.connection)
    const { connection: connectionId, number, id: messageId, emoji, participant = '' } = body
    const line = await official?.findLine(connectionId)
    if (official && line) {
      await official.react(line, parseChatName(number), messageId, emoji)
      return { taken: 1 }
    }
    const reaction = { connectionId, chat: parseChatName(number), messageId, emoji, participant }
    await reactions.put(reaction, deps.clock.now())
    network.wake(connectionId)
    return { taken: 1 }
  })

  edge.route(simulatorRing, async ({ body }) => {
    await requireDevice(view, body.connection)
    const { connection: connectionId, number, name = '', isVideo } = body
    const id = body.id ?? deps.ids.token(16).toUpperCase()
    await calls.ring({ connectionId, number, id, name, isVideo }, deps.clock.now())
    network.wake(connectionId)
    return { id }
  })

  edge.route(simulatorCalls, async ({ query }) => {
    await view.connection(query.connection)
    return calls.list(query.connection)
  })

  edge.route(simulatorTyping, async ({ query }) => {
    await view.connection(query.connection)
    return { numbers: await typing.list(query.connection, deps.clock.now()) }
  })
}

function receiptRoutes({ edge, network, view, official }: RouteParts): void {
  const give = async (connectionId: number, ids: readonly string[], ack: 2 | 3 | 4) => {
    const line = await official?.findLine(connectionId)
    // Meta says itself that a message was delivered.
    if (official && line) return { taken: ack === 2 ? 0 : await official.see(line, ids, ack) }
    const taken = await network.outbound.give(connectionId, ids, ack, network.deps.clock.now())
    network.wake(connectionId)
    return { taken }
  }

  edge.route(simulatorReceipts, async ({ body }) => {
    await view.connection(body.connection)
    return give(body.connection, body.ids, body.ack === 2 ? 2 : body.ack === 3 ? 3 : 4)
  })

  edge.route(simulatorRead, async ({ body }) => {
    await view.connection(body.connection)
    return give(
      body.connection,
      await network.outbound.listUnread(body.connection, parseChatName(body.number)),
      3,
    )
  })

  edge.route(simulatorGetBehaviour, () => network.outbound.behaviour())
  edge.route(simulatorPutBehaviour, ({ body }) => network.outbound.changeBehaviour(omitUndefined(body)))
}

const omitUndefined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

function deviceRoutes({ edge, network, view }: RouteParts): void {
  edge.route(simulatorConnections, () => view.connections())

  edge.route(simulatorScan, async ({ params, body }) => {
    await requireDevice(view, params.id)
    await network.devices.scan(params.id, body.number ?? buildNumber(params.id), body.code)
    network.wake(params.id)
    return view.connection(params.id)
  })

  const ends: [typeof simulatorDrop, SimpleCloseReason][] = [
    [simulatorDrop, 'lost'],
    [simulatorLogout, 'logged-out'],
    [simulatorReplace, 'replaced'],
    [simulatorRestart, 'restart-required'],
  ]
  for (const [endpoint, reason] of ends) {
    edge.route(endpoint, async ({ params }) => {
      await requireDevice(view, params.id)
      await network.devices.end(params.id, reason)
      network.wake(params.id)
      return view.connection(params.id)
    })
  }
}
