import type { TicketView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useCompanyPlanQuery } from '../../data/session/session.api'
import {
  listTicketCommands,
  type TicketCommand,
  type TicketCommandId,
  type TicketCommandSpec,
} from './ticket-commands'
import { useCapabilities } from './use-capabilities'

const describeKeys = (spec: TicketCommandSpec): Pick<TicketCommand, 'keys' | 'show'> => {
  if ('keys' in spec) return spec.keys
  if ('letter' in spec) return { keys: `Alt+Key${spec.letter}`, show: `Alt ${spec.letter}` }
  return { keys: [], show: '' }
}

/** What this user may do with the ticket now. */
export const useTicketCommands = (
  { status, whatsappId }: Pick<TicketView, 'status' | 'whatsappId'>,
  runs: Record<TicketCommandId, () => void>,
): TicketCommand[] => {
  const { t } = useTranslation('tickets')
  const me = useMe()
  const { data: company } = useCompanyPlanQuery(me.companyId)
  const hasSchedules = company?.plan.useSchedules !== false
  const { hasTemplates } = useCapabilities(whatsappId)
  return listTicketCommands(status, { me, hasSchedules, hasTemplates }).map((spec) => ({
    id: spec.id,
    label: t(spec.label),
    isInMenu: 'isInMenu' in spec,
    ...describeKeys(spec),
    run: runs[spec.id],
  }))
}
