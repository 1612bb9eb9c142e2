import type { TFunction } from 'i18next'

import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'

/** Puts what was being written into the clipboard; it stays the ticket's draft. */
export const copyDraft = (draft: string, t: TFunction<'tickets'>): void =>
  void navigator.clipboard.writeText(draft).then(() => toast.success(t('taken.copied')), showError)
