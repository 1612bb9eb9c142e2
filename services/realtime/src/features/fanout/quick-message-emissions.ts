import { userId, type CompanyId } from '@balcao/contracts'
import { quickMessageView, type DeskEvent } from '@balcao/contracts/wire'

import { buildEmission, chooseAction, requireField, type Emission } from './emission'
import { rooms } from './rooms'

interface Hearers {
  companyId: CompanyId
  authorId: number
  isCompanyWide: boolean
}

const buildDeletion = (to: Hearers, id: number): Emission =>
  buildEmission(to, { channel: 'quickMessage', action: 'delete', payload: () => ({ id }) })

export function quickMessageChanged({ companyId, body }: DeskEvent<'quickMessageChanged'>): Emission[] {
  const quickMessage = requireField(body.value.quickMessage, 'quick message')
  const { id, userId: authorId, isCompanyWide } = quickMessage
  const to = { companyId, authorId, isCompanyWide }
  const main = buildEmission(to, {
    channel: 'quickMessage',
    action: chooseAction(body.value),
    payload: (sign) => ({ record: quickMessageView(quickMessage, sign) }),
  })
  if (!body.value.wasCompanyWide || isCompanyWide) return [main]
  const author = rooms.user(companyId, userId(authorId))
  const gone = buildDeletion({ ...to, isCompanyWide: true }, id)
  return [{ ...gone, part: 'gone', except: [author] }, main]
}

export function quickMessageDeleted({ companyId, body }: DeskEvent<'quickMessageDeleted'>): Emission {
  const { quickMessageId, userId: authorId, isCompanyWide } = body.value
  return buildDeletion({ companyId, authorId, isCompanyWide }, quickMessageId)
}
