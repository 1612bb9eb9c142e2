import { isRecord } from '@balcao/kernel'

import { anything, link, list, object, text, type Check, type Json } from '../fields'
import { GraphError } from '../graph-error'
import { creationError } from './creation-error'
import { listVariables, type TemplateComponent } from './template'

/* templates/components#buttons (2025-11-21); REQUEST_CONTACT_INFO of business-scoped-user-ids (2026-02-06). */
const MOST_BUTTONS = 10
const MOST: Readonly<Record<string, number>> = {
  QUICK_REPLY: 10,
  URL: 2,
  PHONE_NUMBER: 1,
  COPY_CODE: 1,
  OTP: 1,
  FLOW: 1,
  REQUEST_CONTACT_INFO: 1,
}
const label = text({ max: 25, name: 'Button text' })
const SHAPES: Readonly<Record<string, Check>> = {
  QUICK_REPLY: object({ type: anything, text: label }, ['text']),
  URL: object({ type: anything, text: label, url: text({ max: 2_000 }), example: anything }, ['text', 'url']),
  PHONE_NUMBER: object({ type: anything, text: label, phone_number: text({ max: 20 }) }, [
    'text',
    'phone_number',
  ]),
  COPY_CODE: object({ type: anything, text: label, example: anything }, ['example']),
  OTP: object({
    type: anything,
    text: label,
    otp_type: text(),
    autofill_text: label,
    supported_apps: anything,
  }),
  FLOW: anything,
  REQUEST_CONTACT_INFO: object({ type: anything }),
}

/** Checks the buttons and puts their types in capitals. @throws {GraphError} 100, 131009 */
export function checkButtons(component: TemplateComponent): void {
  list(anything, { min: 1, max: MOST_BUTTONS, name: 'Button' })(
    component['buttons'] ?? [],
    "components['buttons']",
  )
  const buttons = (component['buttons'] as unknown[]).map(checkButton)
  for (const [type, most] of Object.entries(MOST))
    if (buttons.filter((button) => button['type'] === type).length > most)
      throw creationError('missing', `A template has ${most} buttons of type ${type} at most.`)
  requireGroups(buttons)
  component['buttons'] = buttons
}

function checkButton(button: unknown): Json {
  const type = isRecord(button) ? String(button['type']).toUpperCase() : ''
  const shape = SHAPES[type]
  if (!shape)
    throw new GraphError(100, { message: `(#100) Button type ${type} is not supported.`, details: '' })
  shape(button, "components['buttons']")
  const checked = { ...(button as Json), type }
  if (type === 'URL') checkUrl(checked)
  return checked
}

function checkUrl(button: Json): void {
  const url = String(button['url'])
  link(url.replace('{{1}}', ''), "components['buttons']['url']")
  const variables = listVariables(url)
  if (variables.length > 1 || (variables.length === 1 && !url.endsWith('{{1}}')))
    throw creationError('missing', 'The variable of a link is {{1}}, at its end.')
  if (variables.length === 1 && !Array.isArray(button['example']))
    throw creationError('missing', 'A link with a variable needs a sample.')
}

/* Quick replies and other buttons are two groups, in either order. */
function requireGroups(buttons: Json[]): void {
  const kinds = buttons.map((button) => button['type'] === 'QUICK_REPLY')
  const changes = kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length
  if (changes > 1) throw creationError('missing', 'Quick replies and other buttons must be grouped.')
}
