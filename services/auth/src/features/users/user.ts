import type { CompanyId, ConnectionId, Profile, QueueId, UserId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent, type UserSnapshot } from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

export interface User {
  id: UserId
  companyId: CompanyId
  name: string
  /** Lower case; unique within the company, and over all companies among those that are confirmed. */
  email: string
  /** Whether the owner of the e-mail has confirmed it. The account counts only then: no one logs in with it before. */
  emailConfirmed: boolean
  profile: Profile
  super: boolean
  active: boolean
  /** Sees unqueued tickets. */
  allTicket: boolean
  connectionId: ConnectionId | null
  queueIds: QueueId[]
  /** Access tokens with a lower version are refused. */
  tokenVersion: number
  createdAt: Date
  updatedAt: Date
  /** Counts changes. */
  revision: number
}

export interface NewUser {
  companyId: CompanyId
  name: string
  email: string
  emailConfirmed: boolean
  passwordHash: string
  profile: Profile
  super: boolean
  allTicket: boolean
  connectionId: ConnectionId | null
  queueIds: readonly QueueId[]
  /** Created with a published password. */
  isDemo: boolean
  createdAt: Date
}

/** The stored form of an e-mail. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/** The first user of a company. */
export const buildFirstUser = (
  companyId: CompanyId,
  person: { name: string; email: string; passwordHash: string },
  now: Date,
): NewUser => ({
  companyId,
  ...person,
  email: normalizeEmail(person.email),
  emailConfirmed: true,
  profile: 'admin',
  super: false,
  allTicket: false,
  connectionId: null,
  queueIds: [],
  isDemo: false,
  createdAt: now,
})

/** Whether the account may log in, and be given work. */
export const isUsable = ({ active, emailConfirmed }: Pick<User, 'active' | 'emailConfirmed'>): boolean =>
  active && emailConfirmed

export const toUserSnapshot = (user: User): UserSnapshot => ({
  id: user.id,
  companyId: user.companyId,
  name: user.name,
  email: user.email,
  profile: user.profile,
  super: user.super,
  active: isUsable(user),
  allTicket: user.allTicket,
  queueIds: [...user.queueIds],
  tokenVersion: user.tokenVersion,
  connectionId: user.connectionId ?? undefined,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
  revision: user.revision,
})

export const userDeleted = (
  stamp: { ids: Ids; clock: Clock },
  companyId: CompanyId,
  userId: number,
): DeskEvent => deskEvent(stamp, orderingKeys.user(companyId, userId), 'userDeleted', { userId })

/** The event with the user's present state, token version included. */
export const userChanged = (stamp: { ids: Ids; clock: Clock }, user: User, created = false): DeskEvent =>
  deskEvent(stamp, orderingKeys.user(user.companyId, user.id), 'userChanged', {
    user: toUserSnapshot(user),
    ...(created && { created }),
  })
