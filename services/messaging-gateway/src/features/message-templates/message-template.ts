import {
  canEditTemplate,
  canFillTemplate,
  editableTemplateStates,
  type CompanyId,
  type ConnectionId,
  type TemplateCategory,
  type TemplateContent,
  type TemplateQuality,
  type TemplateState,
  type TemplateView,
} from '@balcao/contracts'

/** A message template as the network describes it. */
export interface NetworkTemplate {
  /** The network's. */
  id: string
  name: string
  language: string
  category: TemplateCategory
  state: TemplateState
  /** Why it was rejected, in the network's word; '' otherwise. */
  reason: string
  quality: TemplateQuality
  content: TemplateContent
}

/** A connection's copy of it. */
export interface MessageTemplate extends NetworkTemplate {
  companyId: CompanyId
  connectionId: ConnectionId
  /** Before the network was asked: of two answers the later question counts. */
  askedAt: Date
}

export const toMessageTemplate = (
  template: NetworkTemplate,
  { companyId, connectionId }: Pick<MessageTemplate, 'companyId' | 'connectionId'>,
  askedAt: Date,
): MessageTemplate => ({ ...template, companyId, connectionId, askedAt })

export const toTemplateView = (template: MessageTemplate): TemplateView => {
  const { content, connectionId, companyId: _companyId, askedAt, ...shown } = template
  return {
    ...content,
    ...shown,
    whatsappId: connectionId,
    canBeSent: template.state === 'APPROVED' && canFillTemplate(template.category, content),
    canBeEdited:
      editableTemplateStates.includes(template.state) && canEditTemplate(template.category, content),
    askedAt: askedAt.toISOString(),
  }
}
