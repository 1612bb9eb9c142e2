import { capabilities, keepDigits, linksByCredentials, normalizePhone } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import type { Connection } from '../connections'

/** @throws {AppError} ERR_WAPP_NO_MOVE for a connection of the official API, from which there is no way back either */
export function assertMovable({ provider }: Pick<Connection, 'provider'>): void {
  if (linksByCredentials(capabilities[provider])) throw new AppError('ERR_WAPP_NO_MOVE')
}

/**
 * A connection whose number is not known, since no phone is linked, takes any.
 * @param displayNumber as Meta writes it
 * @throws {AppError} ERR_CLOUD_OTHER_NUMBER
 */
export function assertSameNumber({ number }: Pick<Connection, 'number'>, displayNumber: string): void {
  if (number !== '' && normalizePhone(keepDigits(displayNumber)) !== normalizePhone(number))
    throw new AppError('ERR_CLOUD_OTHER_NUMBER')
}
