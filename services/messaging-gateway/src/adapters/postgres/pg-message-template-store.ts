import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import {
  deleteRows,
  findRow,
  insertRowUnlessTaken,
  LessThan,
  LessThanOrEqual,
  updateRows,
} from '@balcao/platform'

import type {
  MessageTemplate,
  MessageTemplateStore,
} from '../../features/message-templates/message-template.store'
import { messageTemplates } from './message-template-table'
import { repositoryOf } from './tables'

export class PgMessageTemplateStore implements MessageTemplateStore {
  list(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<MessageTemplate[]> {
    return repositoryOf(tx, messageTemplates).find({
      where: { companyId, connectionId },
      order: { name: 'ASC', language: 'ASC', id: 'ASC' },
    })
  }

  find(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    id: string,
  ): Promise<MessageTemplate | undefined> {
    return findRow(repositoryOf(tx, messageTemplates), { companyId, connectionId, id })
  }

  findByName(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { name, language }: { name: string; language: string },
  ): Promise<MessageTemplate | undefined> {
    return findRow(
      repositoryOf(tx, messageTemplates),
      { companyId, connectionId, name, language },
      { askedAt: 'DESC', id: 'DESC' },
    )
  }

  async save(tx: Tx, template: MessageTemplate): Promise<void> {
    const { companyId, connectionId, id, ...changes } = template
    const repository = repositoryOf(tx, messageTemplates)
    // Inserted first: of two transactions one waits for the other's row, and compares with it.
    if (await insertRowUnlessTaken(repository, template)) return
    const isOlder = { askedAt: LessThanOrEqual(template.askedAt) }
    await updateRows(repository, { companyId, connectionId, id, ...isOlder }, changes)
  }

  async delete(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, id: string): Promise<void> {
    await deleteRows(repositoryOf(tx, messageTemplates), { companyId, connectionId, id })
  }

  async deleteOlder(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, before: Date): Promise<void> {
    await deleteRows(repositoryOf(tx, messageTemplates), {
      companyId,
      connectionId,
      askedAt: LessThan(before),
    })
  }

  async deleteOf(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<void> {
    await deleteRows(repositoryOf(tx, messageTemplates), { companyId, connectionId })
  }
}
