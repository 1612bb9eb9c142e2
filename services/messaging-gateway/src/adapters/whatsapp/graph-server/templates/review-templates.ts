import { HOUR } from '@balcao/kernel'

import type { GraphNetwork } from '../network'
import type { Template, TemplateStatus } from './template'

/** webhooks/reference/message_template_status_update (2025-11-14). */
export type RejectionReason =
  | 'ABUSIVE_CONTENT'
  | 'INCORRECT_CATEGORY'
  | 'INVALID_FORMAT'
  | 'PROMOTIONAL'
  | 'SCAM'
  | 'TAG_CONTENT_MISMATCH'

/** Puts a new or edited template under review; it is approved in the time of the settings unless a rejection is planned for its name. */
export function submitTemplate(network: GraphNetwork, template: Template): void {
  template.status = 'PENDING'
  template.rejectedReason = 'NONE'
  const revision = ++template.revision
  const { templateReviewMs } = network.settings
  if (templateReviewMs === undefined) return
  network.schedule.after(templateReviewMs, () => {
    if (template.revision !== revision || template.status !== 'PENDING') return
    const reason = network.plannedRejections.get(template.name)
    if (reason === undefined) setTemplateStatus(network, template, 'APPROVED')
    else rejectTemplate(network, template, reason)
  })
}

export function rejectTemplate(network: GraphNetwork, template: Template, reason: RejectionReason): void {
  template.rejectedReason = reason
  setTemplateStatus(network, template, 'REJECTED', {
    reason,
    ...(reason === 'INVALID_FORMAT' && {
      rejection_info: {
        reason:
          'Your template has parameters placed next to each other without text or punctuation between them.',
        recommendation: 'Separate parameters with descriptive text.',
      },
    }),
  })
}

/* templates/template-pausing (2025-11): 3 hours, 6 hours, disabled. */
const PAUSES = [
  { ms: 3 * HOUR, title: 'FIRST_PAUSE' },
  { ms: 6 * HOUR, title: 'SECOND_PAUSE' },
]

/** What many blocks and reports do: paused for a while, the third time disabled. */
export function pauseTemplate(network: GraphNetwork, template: Template): void {
  const pause = PAUSES[template.pauses++]
  setTemplateQuality(network, template, 'RED')
  if (!pause) {
    setTemplateStatus(network, template, 'DISABLED', {
      disable_info: { disable_date: Math.floor(network.nowMs() / 1_000) },
      other_info: { title: 'DISABLED', description: 'Your WhatsApp message template has been disabled.' },
    })
    return
  }
  setTemplateStatus(network, template, 'PAUSED', {
    other_info: {
      title: pause.title,
      description: `Your WhatsApp message template has been paused for ${pause.ms / HOUR} hours.`,
    },
  })
  network.schedule.after(pause.ms, () => {
    if (template.status === 'PAUSED') unpauseTemplate(network, template)
  })
}

export function unpauseTemplate(network: GraphNetwork, template: Template): void {
  setTemplateStatus(network, template, 'APPROVED', {
    other_info: { title: 'UNPAUSE', description: 'Your WhatsApp message template has been unpaused.' },
  })
}

export function setTemplateStatus(
  network: GraphNetwork,
  template: Template,
  status: TemplateStatus,
  more: Record<string, unknown> = {},
): void {
  template.status = status
  network.announce(template.accountId, 'message_template_status_update', {
    event: status,
    ...toReference(template),
    reason: 'NONE',
    message_template_category: template.category,
    ...more,
  })
}

/** webhooks/reference/message_template_quality_update (2025-11-14). */
export function setTemplateQuality(
  network: GraphNetwork,
  template: Template,
  quality: Template['quality'],
): void {
  const previous = template.quality
  template.quality = quality
  network.announce(template.accountId, 'message_template_quality_update', {
    previous_quality_score: previous,
    new_quality_score: quality,
    ...toReference(template),
  })
}

/** Meta decides that the template belongs to another category (webhooks/reference/template_category_update, 2025-11). */
export function setTemplateCategory(
  network: GraphNetwork,
  template: Template,
  category: Template['category'],
): void {
  template.previousCategory = template.category
  template.category = category
  network.announce(template.accountId, 'template_category_update', {
    ...toReference(template),
    previous_category: template.previousCategory,
    new_category: category,
  })
}

/* The id is a number in these webhooks and a string in the API. */
function toReference({ id, name, language }: Template): Record<string, unknown> {
  return {
    message_template_id: Number(id),
    message_template_name: name,
    message_template_language: language,
  }
}
