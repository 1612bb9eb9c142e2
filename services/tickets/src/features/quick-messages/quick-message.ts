import { isGranted, type CompanyId, type QuickMessageId, type UserId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { AppError, type Session } from '@balcao/kernel'

/** A text, with or without a file, that agents insert by its shortcode. */
export interface QuickMessage {
  id: QuickMessageId
  companyId: CompanyId
  /** Its author. */
  userId: UserId
  shortcode: string
  message: string
  /** Of all users of the company; else of its author only. */
  isCompanyWide: boolean
  /** Offered in the composer. */
  isActive: boolean
  media: Media | null
}

export type QuickMessagePatch = Partial<
  Pick<QuickMessage, 'shortcode' | 'message' | 'isCompanyWide' | 'isActive' | 'media'>
>

/** Shortcodes that differ in case only are one. */
export const shortcodeKey = (shortcode: string): string => shortcode.trim().normalize('NFC').toLowerCase()

/**
 * A company's quick messages belong to its author, supervisors and administrators; others only to their author.
 * @throws {AppError} ERR_NO_QUICKMESSAGE_FOUND for another's own, ERR_NO_PERMISSION for a company's.
 */
export function assertMayChange(session: Session, quickMessage: QuickMessage): void {
  if (quickMessage.userId === session.userId) return
  if (!quickMessage.isCompanyWide) throw new AppError('ERR_NO_QUICKMESSAGE_FOUND')
  if (!isGranted(session, 'editCompanyQuickMessage')) throw new AppError('ERR_NO_PERMISSION')
}
