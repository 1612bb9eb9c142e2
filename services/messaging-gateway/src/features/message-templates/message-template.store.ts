import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { MessageTemplate } from './message-template'

export type { MessageTemplate } from './message-template'

/** Copies of the network's message templates, by connection. Rows of another company are not found. */
export interface MessageTemplateStore {
  /** By name, then language. */
  list(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<MessageTemplate[]>
  find(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    id: string,
  ): Promise<MessageTemplate | undefined>
  /** The one that was read last, where one was deleted and made again. */
  findByName(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    named: { name: string; language: string },
  ): Promise<MessageTemplate | undefined>
  /** Inserts or replaces, unless the answer to a later question is stored. */
  save(tx: Tx, template: MessageTemplate): Promise<void>
  delete(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, id: string): Promise<void>
  /** Deletes those that the network was last asked about before `before`: an answer with all of them did not have them. */
  deleteOlder(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, before: Date): Promise<void>
  /** All of a connection. */
  deleteOf(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<void>
}
