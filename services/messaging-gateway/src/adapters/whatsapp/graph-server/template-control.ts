import type { GraphNetwork } from './network'
import { parseDefinition } from './templates/check-definition'
import {
  pauseTemplate,
  rejectTemplate,
  setTemplateCategory,
  setTemplateStatus,
  type RejectionReason,
} from './templates/review-templates'
import { newTemplate, type Template } from './templates/template'
import { finishSession, openSession } from './uploads'

/** What Meta's reviewers and a template's receivers do. */
export class TemplateControl {
  constructor(private readonly network: GraphNetwork) {}

  /** A template by name, whatever its state: the only one, or that of the language. */
  read(name: string, language?: string): Template {
    const found = [...this.network.templates.values()].find(
      (one) => one.name === name && (language === undefined || one.language === language),
    )
    if (!found) throw new Error(`template ${name} does not exist`)
    return found
  }

  /** One that was approved before, whose id does not change from one server to the next. @throws {GraphError} as creating one does */
  add(id: string, accountId: string, definition: Record<string, unknown>): Template {
    const template: Template = {
      ...newTemplate(id, accountId, parseDefinition(definition)),
      status: 'APPROVED',
      quality: 'GREEN',
    }
    this.network.templates.set(id, template)
    return template
  }

  /** The handle of a file that was uploaded in Meta's own manager for an app. */
  addSample(appId: string, mimeType: string, content = Buffer.from('a sample')): string {
    const { id } = openSession(this.network, { appId, mimeType, sizeBytes: content.length })
    return finishSession(this.network, { id, appId, mimeType, content })
  }

  /** The next reviews of templates with this name end so. */
  planRejection(name: string, reason: RejectionReason): void {
    this.network.plannedRejections.set(name, reason)
  }

  /** Decides a review that does not end by itself, or changes what was decided. */
  decide(template: Template, decision: 'APPROVED' | RejectionReason): void {
    if (decision === 'APPROVED') setTemplateStatus(this.network, template, 'APPROVED')
    else rejectTemplate(this.network, template, decision)
  }

  /** Customers block and report it: paused for 3 hours, then for 6, then disabled. */
  pause(template: Template): void {
    pauseTemplate(this.network, template)
  }

  setCategory(template: Template, category: Template['category']): void {
    setTemplateCategory(this.network, template, category)
  }
}
