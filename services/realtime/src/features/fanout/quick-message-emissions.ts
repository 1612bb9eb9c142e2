import { userId, type CompanyId } from '@balcao/contracts'
import { quickMessageView, type DeskEvent } from '@balcao/contracts/wire'

import type { Emission } from './emission'
import { rooms } from './rooms'

/* A company's quick messages are for all of its users, others for their author only. */

const chooseAudience = (
  companyId: CompanyId,
  { isCompanyWide, userId: author }: { isCompanyWide: boolean; userId: number },
) => (isCompanyWide ? [rooms.company(companyId)] : [rooms.user(companyId, userId(author))])

export function quickMessageChanged({ companyId, body }: DeskEvent<'quickMessageChanged'>): Emission[] {
  const { quickMessage, created, wasCompanyWide } = body.value
  if (!quickMessage) throw new Error('an event without its snapshot')
  const action = created ? 'create' : 'update'
  const main: Emission = {
    part: 'main',
    audience: chooseAudience(companyId, quickMessage),
    except: [],
    frame: (sign) => ({
      channel: 'quickMessage',
      payload: { action, record: quickMessageView(quickMessage, sign) },
    }),
  }
  if (!wasCompanyWide || quickMessage.isCompanyWide) return [main]
  const gone: Emission = {
    part: 'gone',
    audience: [rooms.company(companyId)],
    except: [rooms.user(companyId, userId(quickMessage.userId))],
    frame: () => ({ channel: 'quickMessage', payload: { action: 'delete', id: quickMessage.id } }),
  }
  return [gone, main]
}

export const quickMessageDeleted = ({ companyId, body }: DeskEvent<'quickMessageDeleted'>): Emission[] => [
  {
    part: 'main',
    audience: chooseAudience(companyId, body.value),
    except: [],
    frame: () => ({ channel: 'quickMessage', payload: { action: 'delete', id: body.value.quickMessageId } }),
  },
]
