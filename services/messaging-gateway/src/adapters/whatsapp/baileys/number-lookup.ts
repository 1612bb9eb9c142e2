import type { WASocket } from '@whiskeysockets/baileys'

import { AppError } from '@balcao/kernel'

import type { NumberCheck } from '../../../features/whatsapp-driver'
import type { BaileysModule } from './load-baileys'
import { parseLid, parseNumber } from './jids'

/* The library declares the fields that it parses as unknown. */
interface UsyncResult {
  id: string
  contact?: unknown
  lid?: unknown
}

/**
 * Whether a number is on WhatsApp. The library's `onWhatsApp` gives the same answer for a number that does not exist
 * and for one that the server left out, as it does when it is queried too often. Stores the LID of the answer.
 * @throws {AppError} ERR_WAPP_CHECK_CONTACT when the server does not answer for the number
 */
export async function lookUpNumber(
  baileys: BaileysModule,
  sock: Pick<WASocket, 'executeUSyncQuery' | 'signalRepository'>,
  number: string,
): Promise<NumberCheck> {
  const asked = new baileys.USyncUser().withPhone(`+${number}`)
  const query = new baileys.USyncQuery().withContactProtocol().withLIDProtocol().withUser(asked)
  const answer = await sock.executeUSyncQuery(query)
  const [found] = (answer?.list ?? []) as readonly UsyncResult[]
  if (typeof found?.contact !== 'boolean')
    throw new AppError('ERR_WAPP_CHECK_CONTACT', { detail: 'no answer' })
  const { id, contact: exists } = found
  const known = parseNumber(id) || number
  const lid = [id, found.lid].find((jid) => typeof jid === 'string' && parseLid(jid) !== '')
  if (exists && typeof lid === 'string')
    await sock.signalRepository.lidMapping.storeLIDPNMappings([{ lid, pn: `${known}@s.whatsapp.net` }])
  return { exists, number: known }
}
