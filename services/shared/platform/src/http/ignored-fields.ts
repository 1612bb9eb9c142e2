import { IGNORED_FIELDS_HEADER } from '@balcao/contracts'
import type { Response } from 'express'

const MOST_SHOWN = 20
const MOST_CHARACTERS = 60
/* Whole records have some dozens; a caller who sends more means no form. */
const MOST_KEPT = 500

/** Names of a request's fields that were not read: paths without the places of lists (`users.name`), each once. */
export class IgnoredFields {
  private readonly names = new Set<string>()

  /** False when there are too many: the request is no form's. */
  add(path: string): boolean {
    this.names.add(path.replace(/\.\d+(?=\.|$)/g, '').slice(0, MOST_CHARACTERS))
    return this.names.size <= MOST_KEPT
  }

  /** The header's value; other characters than those of our fields are `_`. Undefined when nothing was ignored. */
  get text(): string | undefined {
    if (this.names.size === 0) return undefined
    const shown = [...this.names].slice(0, MOST_SHOWN).map((name) => name.replace(/[^\w.-]/g, '_'))
    return [...shown, ...(this.names.size > MOST_SHOWN ? ['...'] : [])].join(', ')
  }

  tell(response: Response): void {
    if (this.text !== undefined && !response.headersSent) response.setHeader(IGNORED_FIELDS_HEADER, this.text)
  }
}
