import type { ChannelName, ChannelPayloads, FeedItem } from '@balcao/contracts'
import type { SignMedia, UserSnapshot } from '@balcao/contracts/wire'

import type { Room } from './rooms'

/** A channel and what it carries, before it has its place in the feed. */
export type Frame = { [N in ChannelName]: { channel: N; payload: ChannelPayloads[N] } }[ChannelName]

/** What an event does to open sockets besides being heard. Applied in every process, at its place in the feed. */
export type SocketEffect =
  /** `from` (everybody when empty), unless also in `stay`, no longer hear this ticket's room. */
  | { kind: 'leave-ticket'; room: Room; from: Room[]; stay: Room[] }
  /** Sockets of the user with a token below this version are told why and closed. */
  | { kind: 'end-sessions'; userId: number; below: number; reason: 'takeover' | 'logout'; email: string }
  /** Rooms follow the user's new rights. */
  | { kind: 'refresh-user'; user: UserSnapshot }
  | { kind: 'refresh-company'; active: boolean; dueAt: Date | null; revision: number }

/** One row of the feed: who hears what. An event may give several, in this order. */
export interface Emission {
  /** Names the row among those of its event, so that the stored event can be rendered again. */
  part: 'gone' | 'main'
  /** Empty: nobody hears it, it only has an effect. */
  audience: Room[]
  /** Whoever is in one of these does not hear it, whatever the audience says. */
  except: Room[]
  /** Rendered anew for each reading: media links expire. */
  frame?: (sign: SignMedia) => Frame
  effect?: SocketEffect
}

/** The frame at its place, as `/sync` answers it. */
export const feedItem = (seq: number, frame: Frame): FeedItem => ({ seq, ...frame })
