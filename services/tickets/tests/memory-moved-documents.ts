import type { CompanyId, MessageId } from '@balcao/contracts'

import type { DocumentMove, MessageDocument, MovedDocuments } from '../src/features/messages'

type Stored = Pick<DocumentMove, 'companyId' | 'document'> & { revision?: number | undefined }

/** `MovedDocuments` in memory; the contract compares it with MongoDB. */
export class MemoryMovedDocuments implements MovedDocuments {
  readonly stored = new Map<MessageId, Stored>()

  /** As an earlier release wrote it. */
  putUnnumbered(companyId: CompanyId, document: MessageDocument): void {
    this.stored.set(document.id, { companyId, document })
  }

  assertReachable(): Promise<void> {
    return Promise.resolve()
  }

  write(moves: readonly DocumentMove[]): Promise<DocumentMove[]> {
    for (const move of moves) {
      const known = this.stored.get(move.document.id)
      const isOlder = known?.companyId === move.companyId && (known.revision ?? -1) < move.revision
      if (!known || (isOlder && move.revision > 0)) this.stored.set(move.document.id, structuredClone(move))
    }
    return Promise.resolve(
      moves.filter(({ companyId, revision, document }) => {
        const known = this.stored.get(document.id)
        return known?.companyId === companyId && (known.revision ?? 0) >= revision
      }),
    )
  }

  get(companyId: CompanyId, ids: readonly MessageId[]) {
    const found = ids.flatMap((id) => this.find(companyId, id) ?? [])
    return Promise.resolve(new Map(found.map(({ document }) => [document.id, document])))
  }

  change: MovedDocuments['change'] = (companyId, id, change) => {
    const known = this.find(companyId, id)
    const changed = known && change(known.document)
    if (changed) this.replace(known, changed)
    return Promise.resolve(changed ?? known?.document)
  }

  erase(companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    for (const id of ids) {
      const known = this.find(companyId, id)
      if (known) this.replace(known, { id, body: '', vcard: '', senderName: '' })
    }
    return Promise.resolve()
  }

  unquote(companyId: CompanyId, ids: readonly MessageId[], quoted: readonly MessageId[]): Promise<void> {
    for (const id of ids) {
      const known = this.find(companyId, id)
      const quote = known?.document.quoted
      if (!known || !quote || !quoted.some((one) => one === quote.id)) continue
      this.replace(known, { ...known.document, quoted: { ...quote, body: '', senderName: '' } })
    }
    return Promise.resolve()
  }

  remove(companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    for (const id of ids) if (this.find(companyId, id)) this.stored.delete(id)
    return Promise.resolve()
  }

  private find(companyId: CompanyId, id: MessageId): Stored | undefined {
    const known = this.stored.get(id)
    return known?.companyId === companyId ? known : undefined
  }

  private replace({ companyId, revision = 0 }: Stored, document: MessageDocument): void {
    this.stored.set(document.id, {
      companyId,
      revision: revision + 1,
      document: JSON.parse(JSON.stringify(document)),
    })
  }
}
