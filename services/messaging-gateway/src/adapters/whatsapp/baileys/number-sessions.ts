import type { WASocket } from '@whiskeysockets/baileys'

import type { BaileysModule } from './load-baileys'

type Socket = Pick<WASocket, 'getUSyncDevices' | 'signalRepository' | 'query'>

/**
 * Begins Signal sessions with the devices of a person without a LID. The library fetches keys for LIDs only
 * (`assertSessions`, 7.0.0-rc14): a message to a number without a LID would be encrypted for no device.
 */
export async function beginNumberSessions(baileys: BaileysModule, sock: Socket, jid: string): Promise<void> {
  const missing: string[] = []
  for (const device of await sock.getUSyncDevices([jid], true, false)) {
    const { exists } = await sock.signalRepository.validateSession(device.jid)
    if (!exists) missing.push(device.jid)
  }
  if (missing.length === 0) return
  const content = missing.map((device) => ({ tag: 'user', attrs: { jid: device } }))
  const keys = await sock.query({
    tag: 'iq',
    attrs: { xmlns: 'encrypt', type: 'get', to: baileys.S_WHATSAPP_NET },
    content: [{ tag: 'key', attrs: {}, content }],
  })
  await baileys.parseAndInjectE2ESessions(keys, sock.signalRepository)
}
