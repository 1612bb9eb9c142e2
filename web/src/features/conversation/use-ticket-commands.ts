import type { TicketView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useListMessagesInfiniteQuery } from '../../data/messages.api'
import { useCompanyPlanQuery } from '../../data/session/session.api'
import { useActiveHold } from '../../lib/use-active-hold'
import {
  listTicketCommands,
  type TicketCommand,
  type TicketCommandId,
  type TicketCommandSpec,
} from './ticket-commands'
import { findWindowEnd } from './answer-window'
import { useCapabilities } from './use-capabilities'

const describeKeys = (spec: TicketCommandSpec): Pick<TicketCommand, 'keys' | 'show'> => {
  if ('keys' in spec) return spec.keys
  if ('letter' in spec) return { keys: `Alt+Key${spec.letter}`, show: `Alt ${spec.letter}` }
  return { keys: [], show: '' }
}

/* By the messages that are loaded; where these do not tell, the server decides. */
const useMayAskNumber = ({ id, whatsappId, contact }: CommandedTicket): boolean => {
  const { asksNumbers, windowHours } = useCapabilities(whatsappId)
  const mayHide = asksNumbers && contact.number === '' && !contact.isGroup
  const { data } = useListMessagesInfiniteQuery(id, { skip: !mayHide })
  const until = findWindowEnd(data?.pages.flatMap(({ messages }) => messages) ?? [], windowHours)
  const isOpen = useActiveHold(until === null ? null : { until }) !== null
  return mayHide && (until === null || isOpen)
}

type CommandedTicket = Pick<TicketView, 'id' | 'status' | 'whatsappId' | 'contact'>

/** What this user may do with the ticket now. */
export const useTicketCommands = (
  ticket: CommandedTicket,
  runs: Record<TicketCommandId, () => void>,
): TicketCommand[] => {
  const { t } = useTranslation('tickets')
  const me = useMe()
  const { data: company } = useCompanyPlanQuery(me.companyId)
  const hasSchedules = company?.plan.useSchedules !== false
  const { hasTemplates } = useCapabilities(ticket.whatsappId)
  const mayAskNumber = useMayAskNumber(ticket)
  return listTicketCommands(ticket.status, { me, hasSchedules, hasTemplates, mayAskNumber }).map((spec) => ({
    id: spec.id,
    label: t(spec.label),
    isInMenu: 'isInMenu' in spec,
    ...describeKeys(spec),
    run: runs[spec.id],
  }))
}
