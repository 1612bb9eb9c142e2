import { DAY } from '@balcao/kernel'

import { anything, list, object, text, type Json } from '../fields'
import { GraphError } from '../graph-error'
import { parseCategory, parseComponents } from './check-definition'
import { creationError } from './creation-error'
import type { Template } from './template'

export type TemplateEdit = Partial<Pick<Template, 'category' | 'components'>>

/* Of templates/template-management#edit-templates (updated 2026-05-21, read 2026-11-28), as are the states and limits below. */
const envelope = object({
  category: text(),
  components: list(() => undefined, { min: 1, max: 10 }),
  message_send_ttl_seconds: anything,
})

/** What `POST /{template-id}` asks for: name and language are no fields of it. @throws {GraphError} 100 with a subcode */
export function parseEdit(parameters: Json, template: Template): TemplateEdit {
  envelope(parameters, 'template')
  const { category, components } = parameters
  return {
    ...(category !== undefined && { category: parseCategory(category) }),
    ...(Array.isArray(components) && {
      components: parseComponents(components, template.parameterFormat === 'NAMED'),
    }),
  }
}

const EDITABLE: readonly Template['status'][] = ['APPROVED', 'REJECTED', 'PAUSED']
const LIMITS = [
  { edits: 1, withinMs: DAY, text: 'once in 24 hours' },
  { edits: 10, withinMs: 30 * DAY, text: '10 times in 30 days' },
]

/**
 * @throws {GraphError} 2388039 for a status that cannot be edited and for an approved template that was edited too often: the page of error
 *   codes (updated 2026-06-18) has one subcode for both. 100 for another category of an approved one; no subcode is documented.
 */
export function requireEditable(template: Template, edit: TemplateEdit, nowMs: number): void {
  const { status, category, editedAtMs } = template
  if (!EDITABLE.includes(status))
    throw creationError('unchangeable', 'You can only edit approved, rejected and paused templates.')
  if (status !== 'APPROVED') return
  if (edit.category !== undefined && edit.category !== category)
    throw new GraphError(100, {
      message: '(#100) The category of an approved template cannot be edited.',
      details: '',
    })
  for (const { edits, withinMs, text: often } of LIMITS)
    if (editedAtMs.filter((at) => at > nowMs - withinMs).length >= edits)
      throw creationError('unchangeable', `An approved template can be edited ${often}.`)
}
