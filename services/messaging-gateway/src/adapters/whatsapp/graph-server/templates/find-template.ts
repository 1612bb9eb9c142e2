import { GraphError } from '../graph-error'
import type { Template } from './template'

/**
 * The template that a message names.
 * @throws {GraphError} 132001 for one that does not exist in the language or is not approved, 132015 for a paused one, 132016 for a
 *   disabled one.
 */
export function requireSendable(
  templates: Iterable<Template>,
  accountId: string,
  { name, language }: { name: string; language: string },
): Template {
  for (const template of templates) {
    if (template.accountId !== accountId || template.name !== name || template.language !== language) continue
    if (template.status === 'APPROVED') return template
    if (template.status === 'PAUSED') throw new GraphError(132015)
    if (template.status === 'DISABLED') throw new GraphError(132016)
  }
  throw new GraphError(132001, { details: `template name (${name}) does not exist in ${language}` })
}
