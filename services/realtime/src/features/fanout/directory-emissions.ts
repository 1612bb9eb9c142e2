import { SECRET_MASK, settingDefinitions, type CompanyId } from '@balcao/contracts'
import { invoiceEvent, planEventView, userEventView, type DeskEvent } from '@balcao/contracts/wire'

import type { Emission } from './emission'
import { rooms } from './rooms'

const toCompany = (companyId: CompanyId) => ({
  part: 'main' as const,
  audience: [rooms.company(companyId)],
  except: [],
})
/* Whoever pays past the due date hears it too. */
const toCompanyAndPayers = (companyId: CompanyId) => ({
  ...toCompany(companyId),
  audience: [rooms.company(companyId), rooms.payment(companyId)],
})
const toNobody = { part: 'main' as const, audience: [], except: [] }

/** Above every token version: an int4. */
const ANY_VERSION = 2_147_483_647

export function userChanged({ companyId, body }: DeskEvent<'userChanged'>): Emission[] {
  const { user, record, created } = body.value
  if (!user) throw new Error('an event without its user')
  const action = created ? 'create' : 'update'
  return [
    {
      ...toCompany(companyId),
      frame: () => ({ channel: 'user', payload: { action, user: userEventView(user, record) } }),
      effect: { kind: 'refresh-user', user },
    },
  ]
}

export function userDeleted({ companyId, body }: DeskEvent<'userDeleted'>): Emission[] {
  const { userId } = body.value
  return [
    {
      ...toCompany(companyId),
      frame: () => ({ channel: 'user', payload: { action: 'delete', userId } }),
      effect: { kind: 'end-sessions', userId, below: ANY_VERSION, reason: 'logout', email: '' },
    },
  ]
}

export function presenceChanged({ companyId, body }: DeskEvent<'presenceChanged'>): Emission[] {
  const { userId, online } = body.value
  const user = { id: userId, online }
  return [
    {
      ...toCompany(companyId),
      frame: () => ({ channel: 'userPresence', payload: { action: 'update', user } }),
    },
  ]
}

/*
 * Has no audience: the new session's socket is in the same user room. The effect
 * selects the older sockets by token version, notifies and closes them.
 */
export function sessionTakenOver({ body }: DeskEvent<'sessionTakenOver'>): Emission[] {
  const { userId, tokenVersion, email } = body.value
  return [
    { ...toNobody, effect: { kind: 'end-sessions', userId, below: tokenVersion, reason: 'takeover', email } },
  ]
}

export function sessionEnded({ body }: DeskEvent<'sessionEnded'>): Emission[] {
  const { userId, tokenVersion } = body.value
  return [
    {
      ...toNobody,
      effect: { kind: 'end-sessions', userId, below: tokenVersion, reason: 'logout', email: '' },
    },
  ]
}

/** Name and due date for the top bar; business hours are read again by the screens that show them. */
export function companyChanged({ companyId, body }: DeskEvent<'companyChanged'>): Emission[] {
  const { company } = body.value
  if (!company) throw new Error('an event without its company')
  return [
    {
      ...toCompanyAndPayers(companyId),
      frame: () => ({
        channel: 'companyHours',
        payload: {
          action: 'update',
          companyId,
          name: company.name,
          dueDate: company.dueAt?.toISOString() ?? null,
        },
      }),
      effect: {
        kind: 'refresh-company',
        active: company.active,
        dueAt: company.dueAt ?? null,
        revision: company.revision,
      },
    },
  ]
}

export function planChanged({ companyId, body }: DeskEvent<'planChanged'>): Emission[] {
  const { plan } = body.value
  if (!plan) throw new Error('an event without its plan')
  return [
    {
      ...toCompany(companyId),
      frame: () => ({ channel: 'plan', payload: { action: 'update', plan: planEventView(plan) } }),
    },
  ]
}

export function companyRenewed({ companyId, body }: DeskEvent<'companyRenewed'>): Emission[] {
  const company = { id: companyId, dueDate: body.value.dueAt?.toISOString() ?? null }
  return [
    {
      ...toCompanyAndPayers(companyId),
      frame: () => ({ channel: 'payment', payload: { action: 'CONCLUIDA', company } }),
    },
  ]
}

export function invoiceChanged({ companyId, body }: DeskEvent<'invoiceChanged'>): Emission[] {
  const { invoice } = body.value
  if (!invoice) throw new Error('an event without its invoice')
  return [
    {
      part: 'main',
      audience: [rooms.admins(companyId), rooms.payment(companyId)],
      except: [],
      frame: () => ({ channel: 'invoice', payload: invoiceEvent(companyId, invoice) }),
    },
  ]
}

const findDefinition = (key: string) => Object.entries(settingDefinitions).find(([name]) => name === key)?.[1]

/** For users who may read the setting; a secret is masked as in `GET /settings`. */
export function settingChanged({ companyId, body }: DeskEvent<'settingChanged'>): Emission[] {
  const { key, value } = body.value
  const readers: string | undefined = findDefinition(key)?.readers
  if (readers === undefined) return []
  const shown = readers === 'secret' && value !== '' ? SECRET_MASK : value
  return [
    {
      part: 'main',
      audience: [readers === 'agent' ? rooms.company(companyId) : rooms.admins(companyId)],
      except: [],
      frame: () => ({ channel: 'settings', payload: { action: 'update', setting: { key, value: shown } } }),
    },
  ]
}
