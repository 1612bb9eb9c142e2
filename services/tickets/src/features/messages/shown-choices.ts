import { showsChoices } from '@balcao/contracts'
import type { Choices } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import { capabilitiesOf } from '../connections'
import type { Ticket } from '../tickets'
import type { MessageDeps } from './message-deps'

/** The choices where the ticket's connection shows them; else undefined: the text above them says them. */
export async function findShownChoices(
  deps: Pick<MessageDeps, 'connections'>,
  tx: Tx,
  { companyId, connectionId }: Pick<Ticket, 'companyId' | 'connectionId'>,
  choices: Choices | undefined,
): Promise<Choices | undefined> {
  if (!choices) return undefined
  const connection = await deps.connections.find(tx, companyId, connectionId)
  return showsChoices(choices, capabilitiesOf(connection)) ? choices : undefined
}
