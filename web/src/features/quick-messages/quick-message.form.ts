import type { QuickMessageView } from '@balcao/contracts'

import type { NewQuickMessage } from '../../data/quick-messages.api'

export interface QuickMessageValues {
  shortcode: string
  message: string
  isCompanyWide: boolean
  isActive: boolean
}

export const toQuickMessageValues = (quickMessage: QuickMessageView | undefined): QuickMessageValues => ({
  shortcode: quickMessage?.shortcode ?? '',
  message: quickMessage?.message ?? '',
  isCompanyWide: quickMessage?.geral ?? false,
  isActive: quickMessage?.status ?? true,
})

/** A shortcode is typed after a slash, and written without it. */
export const toQuickMessageBody = (values: QuickMessageValues): NewQuickMessage => ({
  shortcode: values.shortcode.trim().replace(/^\/+/, ''),
  message: values.message.trim(),
  geral: values.isCompanyWide,
  status: values.isActive,
})
