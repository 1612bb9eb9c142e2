import {
  automaticTexts,
  fillVariables,
  type AutomaticText,
  type CompanyId,
  type ConnectionId,
  type ErrorCode,
  type FallbackView,
  type TemplateParameter,
  type TemplateValuesBody,
} from '@balcao/contracts'
import type { FallbackFacts, FilledTemplate } from '@balcao/contracts/wire'
import { AppError, type Clock, type Tx } from '@balcao/kernel'

import type { Fallbacks } from '../connections'
import { fillTemplateOf, type Filled } from './fill-template'
import { assertHasTemplates, readOfferedConnection, type TemplateDeps } from './template-deps'

interface FallbackDeps extends TemplateDeps {
  clock: Clock
}

const toViews = (fallbacks: Fallbacks): FallbackView[] =>
  automaticTexts.map((text) => ({ text, template: fallbacks[text] ?? null }))

/** @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_OFFERED */
export const listFallbacks = (
  deps: TemplateDeps,
  companyId: CompanyId,
  connectionId: ConnectionId,
): Promise<FallbackView[]> =>
  deps.db.withTenant(companyId, async (tx) =>
    toViews((await readOfferedConnection(deps, tx, companyId, connectionId)).fallbacks),
  )

/**
 * Names the template that leaves in place of a text, or none (null); undefined changes nothing. Idempotent.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_OFFERED, ERR_NO_TEMPLATE_FOUND, ERR_WAPP_TEMPLATE_UNUSABLE unless it is approved,
 *   ERR_TEMPLATE_FILE for one with a file, ERR_TEMPLATE_VALUES
 */
export function setFallback(
  deps: FallbackDeps,
  companyId: CompanyId,
  connectionId: ConnectionId,
  { text, template }: { text: AutomaticText; template: TemplateValuesBody | null | undefined },
): Promise<FallbackView[]> {
  if (template === undefined) return listFallbacks(deps, companyId, connectionId)
  return deps.db.withTenant(companyId, async (tx) => {
    const connection = await deps.connections.lock(tx, companyId, connectionId)
    assertHasTemplates(connection)
    if (template) await fillTemplateOf(deps, tx, connection, template)
    const { [text]: _before, ...others } = connection.fallbacks
    const fallbacks = template ? { ...others, [text]: template } : others
    await deps.connections.save(tx, { ...connection, fallbacks }, deps.clock.now())
    return toViews(fallbacks)
  })
}

/** What an automatic text is replaced by: the template, or why it cannot be sent. */
export type FilledFallback = { template: FilledTemplate; body: string } | { failure: ErrorCode }

/** The text that cannot leave. */
export interface Unsent {
  companyId: CompanyId
  connectionId: ConnectionId
  automatic: FallbackFacts
}

/* Its buttons that answer give the text's choices, in their order. */
const toPayloads = ({ buttons }: Filled, choiceIds: readonly string[]): TemplateParameter[] =>
  buttons
    .flatMap(({ type }, index) => (type === 'QUICK_REPLY' ? [index] : []))
    .slice(0, choiceIds.length)
    .map((index, at) => ({
      part: 'button',
      index,
      buttonType: 'quick_reply',
      name: '',
      text: choiceIds[at] ?? '',
    }))

/** The template named for the text, filled in for its customer; undefined where none is named. */
export async function fillFallback(
  deps: Omit<FallbackDeps, 'db'>,
  tx: Tx,
  { companyId, connectionId, automatic: { text, contactName, choiceIds } }: Unsent,
): Promise<FilledFallback | undefined> {
  const connection = await deps.connections.find(tx, companyId, connectionId)
  const named = connection?.fallbacks[automaticTexts.find((known) => known === text) ?? 'other']
  if (!named) return undefined
  const facts = { contactName, now: deps.clock.now() }
  const fill = (values: readonly string[]) => values.map((value) => fillVariables(value, facts))
  const { name, language, header, body, buttons } = named
  const request = { name, language, header: fill(header), body: fill(body), buttons: fill(buttons) }
  try {
    const filled = await fillTemplateOf(deps, tx, connection, request)
    const parameters = [...filled.template.parameters, ...toPayloads(filled, choiceIds)]
    return { template: { ...filled.template, parameters }, body: filled.text }
  } catch (error) {
    // Of the template or its values; what a lost database throws is tried again.
    if (error instanceof AppError && !['unavailable', 'internal'].includes(error.kind))
      return { failure: error.code }
    throw error
  }
}
