import type { ChannelName, ChannelPayloads, FeedItem } from '@balcao/contracts'
import type { SignMedia, UserSnapshot } from '@balcao/contracts/wire'

import type { Room } from './rooms'

/** A channel and its payload, without `seq`. */
export type Frame = { [N in ChannelName]: { channel: N; payload: ChannelPayloads[N] } }[ChannelName]

/** Effect of an event on open sockets besides the emitted frame. Applied in every process, in feed order. */
export type SocketEffect =
  /** Sockets in `from` (all when empty) that are not in `stay` leave this ticket's room. */
  | { kind: 'leave-ticket'; room: Room; from: Room[]; stay: Room[] }
  /** Sockets in `from` that are not in `stay` are told that the ticket has left the list of its former status. */
  | { kind: 'leave-lists'; ticketId: number; uuid: string; from: Room[]; stay: Room[] }
  /** Sockets of the user with a token version below this are notified and closed. */
  | { kind: 'end-sessions'; userId: number; below: number; reason: 'takeover' | 'logout'; email: string }
  /** Rooms are updated to the user's new rights. */
  | { kind: 'refresh-user'; user: UserSnapshot }
  | { kind: 'refresh-company'; active: boolean; dueAt: Date | null; revision: number }

/** One row of the feed. An event may have several, in this order. */
export interface Emission {
  /** Identifies the row among those of its event, so that a stored event can be rendered again. */
  part: 'gone' | 'main'
  /** Empty: no frame is sent, only the effect is applied. */
  audience: Room[]
  /** Sockets in one of these rooms are excluded. */
  except: Room[]
  /** Rendered at each reading: media links expire. */
  frame?: (sign: SignMedia) => Frame
  effect?: SocketEffect
  /** Applied before the frame is sent. */
  before?: SocketEffect
}

/** The frame with its `seq`, as `/sync` returns it. */
export const toFeedItem = (seq: number, frame: Frame): FeedItem => ({ seq, ...frame })
