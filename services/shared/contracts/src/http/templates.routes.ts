import type { TemplateCategory, TemplateContent, TemplateQuality, TemplateState } from '../rules/templates'
import type { AutomaticText } from '../rules/automatic-texts'
import { route, type Sent } from './route'
import type { fallbackBody, templateBody, templateEditBody, TemplateValuesBody } from './templates.http'

/** A message template of an official connection, as Meta had it when it was last read. */
export interface TemplateView extends TemplateContent {
  /** Meta's. */
  id: string
  whatsappId: number
  name: string
  /** Meta's code, as `pt_BR`. */
  language: string
  category: TemplateCategory
  state: TemplateState
  /** Why Meta rejected it, in its word (`INVALID_FORMAT`, `PROMOTIONAL`, …); '' where it gave none. */
  reason: string
  quality: TemplateQuality
  /** It is approved, and the desk can fill it in. */
  canBeSent: boolean
  /** It is approved, rejected or paused, and the desk can write all of its parts. */
  canBeEdited: boolean
  /** When Meta was asked. */
  askedAt: string
}

/** A message template with its values, which may name variables. */
export interface PlannedTemplateView extends TemplateValuesBody {
  /** As the customer reads it, with the variables of its values. */
  text: string
  /** Of the file that goes in its header: `IMAGE`, `VIDEO`, `DOCUMENT`; null: none goes. */
  fileFormat: string | null
}

/** The template that leaves in place of an automatic text outside of the window. */
export interface FallbackView {
  text: AutomaticText
  /** Null: the text fails then. */
  template: TemplateValuesBody | null
}

export const messageTemplateRoutes = {
  listTemplates: route('get', '/whatsapp/:whatsappId/templates').with<{ answer: TemplateView[] }>(),
  syncTemplates: route('post', '/whatsapp/:whatsappId/templates/sync').with<{ answer: TemplateView[] }>(),
  createTemplate: route('post', '/whatsapp/:whatsappId/templates').with<{
    body: Sent<typeof templateBody>
    answer: TemplateView
  }>(),
  editTemplate: route('put', '/whatsapp/:whatsappId/templates/:templateId').with<{
    body: Sent<typeof templateEditBody>
    answer: TemplateView
  }>(),
  deleteTemplate: route('delete', '/whatsapp/:whatsappId/templates/:templateId').with<{
    answer: undefined
  }>(),
  listFallbacks: route('get', '/whatsapp/:whatsappId/fallbacks').with<{ answer: FallbackView[] }>(),
  setFallback: route('put', '/whatsapp/:whatsappId/fallbacks/:text').with<{
    body: Sent<typeof fallbackBody>
    answer: FallbackView[]
  }>(),
}
