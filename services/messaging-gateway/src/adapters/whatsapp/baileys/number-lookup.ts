import type { WASocket } from '@whiskeysockets/baileys'

import { AppError } from '@balcao/kernel'

import type { NumberCheck } from '../../../features/whatsapp-driver'
import type { BaileysModule } from './load-baileys'
import { lidOf, numberOf } from './people'

/* The library declares what it parses as unknown. */
interface Found {
  id: string
  contact?: unknown
  lid?: unknown
}

/**
 * Whether somebody has a number. The library's `onWhatsApp` answers alike when nobody has it and when the server said
 * nothing about it, as it does when it is asked too often. The LID that comes along is kept.
 * @throws {AppError} ERR_WAPP_CHECK_CONTACT when the server does not say
 */
export async function lookUpNumber(
  baileys: BaileysModule,
  sock: Pick<WASocket, 'executeUSyncQuery' | 'signalRepository'>,
  number: string,
): Promise<NumberCheck> {
  const asked = new baileys.USyncUser().withPhone(`+${number}`)
  const query = new baileys.USyncQuery().withContactProtocol().withLIDProtocol().withUser(asked)
  const answer = await sock.executeUSyncQuery(query)
  const [found] = (answer?.list ?? []) as readonly Found[]
  if (typeof found?.contact !== 'boolean')
    throw new AppError('ERR_WAPP_CHECK_CONTACT', { detail: 'no answer' })
  const { id, contact: exists } = found
  const known = numberOf(id) || number
  const lid = [id, found.lid].find((jid) => typeof jid === 'string' && lidOf(jid) !== '')
  if (exists && typeof lid === 'string')
    await sock.signalRepository.lidMapping.storeLIDPNMappings([{ lid, pn: `${known}@s.whatsapp.net` }])
  return { exists, number: known }
}
