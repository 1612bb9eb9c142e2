import { SECRET_MASK, settingDefinitions } from '@balcao/contracts'
import { invoiceEvent, planEventView, userEventView, type DeskEvent } from '@balcao/contracts/wire'

import { buildEffect, buildEmission, chooseAction, requireField, type Emission } from './emission'

/** Above every token version: an int4. */
const ANY_VERSION = 2_147_483_647

export function userChanged(event: DeskEvent<'userChanged'>): Emission {
  const { value } = event.body
  const user = requireField(value.user, 'user')
  const told = buildEmission(event, {
    channel: 'user',
    action: chooseAction(value),
    payload: () => ({ user: userEventView(user, value.record) }),
  })
  return { ...told, effect: { kind: 'refresh-user', user } }
}

export function userDeleted(event: DeskEvent<'userDeleted'>): Emission {
  const { userId } = event.body.value
  const told = buildEmission(event, { channel: 'user', action: 'delete', payload: () => ({ userId }) })
  return {
    ...told,
    effect: { kind: 'end-sessions', userId, below: ANY_VERSION, reason: 'logout', email: '' },
  }
}

export function presenceChanged(event: DeskEvent<'presenceChanged'>): Emission {
  const { userId: id, online } = event.body.value
  return buildEmission(event, {
    channel: 'userPresence',
    action: 'update',
    payload: () => ({ user: { id, online } }),
  })
}

export function webhookPaused(event: DeskEvent<'webhookPaused'>): Emission {
  const { webhookId: id, url } = event.body.value
  return buildEmission(event, {
    channel: 'webhook',
    action: 'paused',
    payload: () => ({ webhook: { id, url } }),
  })
}

/*
 * Has no audience: the new session's socket is in the same user room. The effect
 * selects the older sockets by token version, notifies and closes them.
 */
export function sessionTakenOver({ body }: DeskEvent<'sessionTakenOver'>): Emission {
  const { userId, tokenVersion, email } = body.value
  return buildEffect({ kind: 'end-sessions', userId, below: tokenVersion, reason: 'takeover', email })
}

export function sessionEnded({ body }: DeskEvent<'sessionEnded'>): Emission {
  const { userId, tokenVersion } = body.value
  return buildEffect({ kind: 'end-sessions', userId, below: tokenVersion, reason: 'logout', email: '' })
}

/** Name and due date for the top bar; business hours are read again by the screens that show them. */
export function companyChanged(event: DeskEvent<'companyChanged'>): Emission {
  const { companyId } = event
  const { name, active, dueAt, revision } = requireField(event.body.value.company, 'company')
  const told = buildEmission(event, {
    channel: 'companyHours',
    action: 'update',
    payload: () => ({ companyId, name, dueDate: dueAt?.toISOString() ?? null }),
  })
  return { ...told, effect: { kind: 'refresh-company', active, dueAt: dueAt ?? null, revision } }
}

export function planChanged(event: DeskEvent<'planChanged'>): Emission {
  const plan = requireField(event.body.value.plan, 'plan')
  return buildEmission(event, {
    channel: 'plan',
    action: 'update',
    payload: () => ({ plan: planEventView(plan) }),
  })
}

export function companyRenewed(event: DeskEvent<'companyRenewed'>): Emission {
  const company = { id: event.companyId, dueDate: event.body.value.dueAt?.toISOString() ?? null }
  return buildEmission(event, { channel: 'payment', action: 'CONCLUIDA', payload: () => ({ company }) })
}

export function invoiceChanged(event: DeskEvent<'invoiceChanged'>): Emission {
  const { action, ...told } = invoiceEvent(event.companyId, requireField(event.body.value.invoice, 'invoice'))
  return buildEmission(event, { channel: 'invoice', action, payload: () => told })
}

const findDefinition = (key: string) => Object.entries(settingDefinitions).find(([name]) => name === key)?.[1]

/** A secret is masked as in `GET /settings`; a setting that does not exist is not told. */
export function settingChanged({ companyId, body }: DeskEvent<'settingChanged'>): Emission[] {
  const { key, value } = body.value
  const readers: string | undefined = findDefinition(key)?.readers
  if (readers === undefined) return []
  const shown = readers === 'secret' && value !== '' ? SECRET_MASK : value
  const to = { companyId, isForAgents: readers === 'agent' }
  return [
    buildEmission(to, {
      channel: 'settings',
      action: 'update',
      payload: () => ({ setting: { key, value: shown } }),
    }),
  ]
}
