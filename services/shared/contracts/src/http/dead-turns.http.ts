import { deadTurnRoutes } from './dead-turns.routes'
import { endpoint } from './endpoint'
import { object, pageNumber, uuidText } from './fields'

export const listDeadTurnsQuery = object({ pageNumber: pageNumber() })

export const replayDeadTurnsBody = object({
  /** Absent: all, at most 500 of them. */
  id: uuidText().optional(),
})

const ofPrompts = { access: 'admin', plan: 'useOpenAi', tag: 'prompts' } as const
const ofIntegrations = { access: 'admin', plan: 'useIntegrations', tag: 'queue-integrations' } as const

const KEPT = 'newest first, 20 a page. They are kept for a week.'
const RULE =
  'The ticket is given back to its assistant. Skipped while a person has the ticket, and once it was answered or closed.'

export const listDeadPromptTurns = endpoint(deadTurnRoutes.listDeadPromptTurns, {
  ...ofPrompts,
  query: listDeadTurnsQuery,
  summary: `Messages that prompts could not answer, ${KEPT}`,
})

export const replayDeadPromptTurns = endpoint(deadTurnRoutes.replayDeadPromptTurns, {
  ...ofPrompts,
  body: replayDeadTurnsBody,
  summary: `Asks prompts again about messages that were given up: one, or all. ${RULE}`,
})

export const listDeadIntegrationTurns = endpoint(deadTurnRoutes.listDeadIntegrationTurns, {
  ...ofIntegrations,
  query: listDeadTurnsQuery,
  summary: `Messages that integrations could not answer or be told, ${KEPT}`,
})

export const replayDeadIntegrationTurns = endpoint(deadTurnRoutes.replayDeadIntegrationTurns, {
  ...ofIntegrations,
  body: replayDeadTurnsBody,
  summary: `Asks integrations again about messages that were given up: one, or all. ${RULE}`,
})
