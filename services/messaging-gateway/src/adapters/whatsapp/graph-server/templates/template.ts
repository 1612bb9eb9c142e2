import type { Json } from '../fields'

export type TemplateCategory = 'AUTHENTICATION' | 'MARKETING' | 'UTILITY'

export type TemplateStatus =
  'PENDING' | 'APPROVED' | 'REJECTED' | 'PAUSED' | 'DISABLED' | 'IN_APPEAL' | 'PENDING_DELETION' | 'ARCHIVED'

/** As `components` of the API has it: type HEADER, BODY, FOOTER or BUTTONS, in capitals. */
export type TemplateComponent = Json & { type: string }

export interface Template {
  id: string
  accountId: string
  name: string
  language: string
  category: TemplateCategory
  previousCategory: TemplateCategory | undefined
  parameterFormat: 'NAMED' | 'POSITIONAL'
  components: TemplateComponent[]
  status: TemplateStatus
  /** NONE unless it was rejected. */
  rejectedReason: string
  quality: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN'
  /** How often it was paused: the third time it is disabled. */
  pauses: number
  /** Changes with each submission, so that a decision about what was edited since is dropped. */
  revision: number
  /** When it was edited while it was approved. */
  editedAtMs: number[]
}

/** A template that nobody has reviewed yet. */
export const newTemplate = (
  id: string,
  accountId: string,
  definition: Pick<Template, 'name' | 'language' | 'category' | 'parameterFormat' | 'components'>,
): Template => ({
  id,
  accountId,
  ...definition,
  previousCategory: undefined,
  status: 'PENDING',
  rejectedReason: 'NONE',
  quality: 'UNKNOWN',
  pauses: 0,
  revision: 0,
  editedAtMs: [],
})

export function findComponent(
  template: Pick<Template, 'components'>,
  type: string,
): TemplateComponent | undefined {
  return template.components.find((component) => component.type === type)
}

/** Names or numbers of the variables of a text, in order, each once. */
export function listVariables(text: unknown): string[] {
  if (typeof text !== 'string') return []
  return [...new Set([...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name]) => name ?? ''))]
}

/** The text with its variables replaced. */
export function fillVariables(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\{\{([^{}]*)\}\}/g, (whole, name: string) => values.get(name) ?? whole)
}
