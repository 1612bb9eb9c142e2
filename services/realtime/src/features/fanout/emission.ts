import type { ChannelName, ChannelPayloads, FeedItem } from '@balcao/contracts'
import {
  readSocketEvent,
  type ActionOf,
  type DeskEvent,
  type DeskEventCase,
  type EventValue,
  type PayloadOf,
  type RoomOf,
  type SignMedia,
  type SocketRoom,
  type UserSnapshot,
} from '@balcao/contracts/wire'

import { audiences, type Addressee } from './audience'
import type { Room } from './rooms'

/** A channel and its payload, without `seq`. */
export type Frame = { [N in ChannelName]: { channel: N; payload: ChannelPayloads[N] } }[ChannelName]

/** Effect of an event on open sockets besides the emitted frame. Applied in every process, in feed order. */
export type SocketEffect =
  /** Sockets in `from` (all when empty) that are not in `stay` leave this ticket's room. */
  | { kind: 'leave-ticket'; room: Room; from: readonly Room[]; stay: readonly Room[] }
  /** Sockets in `from` that are not in `stay` are told that the ticket has left the list of its former status. */
  | { kind: 'leave-lists'; ticketId: number; uuid: string; from: Room[]; stay: Room[] }
  /** Sockets of the user with a token version below this are notified and closed. */
  | { kind: 'end-sessions'; userId: number; below: number; reason: 'takeover' | 'logout'; email: string }
  /** Rooms are updated to the user's new rights. */
  | { kind: 'refresh-user'; user: UserSnapshot }
  | { kind: 'refresh-company'; active: boolean; dueAt: Date | null; revision: number }

declare const fromTable: unique symbol
/** Rooms that the table of socket events names for an event. Only this file makes one. */
export type Audience = readonly Room[] & { readonly [fromTable]: true }

/** One row of the feed. An event may have several, in this order. */
export interface Emission {
  /** Identifies the row among those of its event, so that a stored event can be rendered again. */
  part: 'gone' | 'main'
  /** Empty: no frame is sent, only the effect is applied. */
  audience: Audience
  /** Sockets in one of these rooms are excluded. */
  except: readonly Room[]
  /** Rendered at each reading: media links expire. */
  frame?: (sign: SignMedia) => Frame
  effect?: SocketEffect
  /** Applied before the frame is sent. */
  before?: SocketEffect
}

interface Told<N extends ChannelName, A extends ActionOf<N>> {
  channel: N
  action: A
  payload(sign: SignMedia): Omit<PayloadOf<N, A>, 'action'>
}

/* TypeScript cannot infer which `to` belongs to the room of a row, nor the payload of a channel that is a parameter; the exported
   functions ask for the right ones. */
const roomsFor: Record<SocketRoom, (to: never) => Room[]> = audiences

const build = (
  to: unknown,
  channel: ChannelName,
  action: string,
  payload: (sign: SignMedia) => object,
): Emission => ({
  part: 'main',
  audience: roomsFor[readSocketEvent(channel, action).room](to as never) as unknown as Audience,
  except: [],
  frame: (sign) => ({ channel, payload: { action, ...payload(sign) } }) as unknown as Frame,
})

/**
 * What sockets are told, for the room that the table of socket events names.
 * @param to what this room is computed from: a company, a ticket's place, users.
 */
export const buildEmission = <N extends ChannelName, A extends ActionOf<N>>(
  to: Addressee<RoomOf<N, A>>,
  { channel, action, payload }: Told<N, A>,
): Emission => build(to, channel, action, payload)

/* Channels whose rooms follow from the event's company alone. */
type OfCompany<A extends string> = {
  [N in ChannelName]: A extends ActionOf<N> ? (DeskEvent extends Addressee<RoomOf<N, A>> ? N : never) : never
}[ChannelName]

type Shown<N extends ChannelName, A> = A extends ActionOf<N> ? Omit<PayloadOf<N, A>, 'action'> : never

type FieldOf<C extends DeskEventCase, F extends keyof EventValue<C>> = NonNullable<EventValue<C>[F]>

/** Emissions of a record that was created or changed: screens are shown a view of the event's `field`. */
export const saved =
  <C extends DeskEventCase, F extends keyof EventValue<C> & string, N extends OfCompany<'update'>>(
    channel: N,
    field: F,
    view: (record: FieldOf<C, F>, sign: SignMedia) => Shown<N, 'update'>,
  ) =>
  (event: DeskEvent<C>): Emission => {
    const { value } = event.body
    const fields = value as unknown as Record<F, FieldOf<C, F> | undefined>
    const record = requireField<FieldOf<C, F>>(fields[field], field)
    return build(event, channel, chooseAction(value as { created?: boolean }), (sign) => view(record, sign))
  }

/** Emissions of a record that is gone. */
export const deleted =
  <C extends DeskEventCase, N extends OfCompany<'delete'>>(
    channel: N,
    ids: (value: EventValue<C>) => Shown<N, 'delete'>,
  ) =>
  (event: DeskEvent<C>): Emission =>
    build(event, channel, 'delete', () => ids(event.body.value as EventValue<C>))

/** An effect on sockets, of which nobody is told. */
export const buildEffect = (effect: SocketEffect): Emission => ({
  part: 'main',
  audience: [] as unknown as Audience,
  except: [],
  effect,
})

/** @throws {Error} for an event without a required snapshot: its consumer parks it. */
export function requireField<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`an event without its ${name}`)
  return value
}

/** What a screen does with a saved record. */
export const chooseAction = ({ created }: { created?: boolean }): 'create' | 'update' =>
  created ? 'create' : 'update'

/** The frame with its `seq`, as `/sync` returns it. */
export const toFeedItem = (seq: number, frame: Frame): FeedItem => ({ seq, ...frame })
