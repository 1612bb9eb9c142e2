import { randomBytes } from 'node:crypto'

import { AppError } from '@balcao/kernel'
import type { AuthenticationCreds, BinaryNode, WASocket } from '@whiskeysockets/baileys'

import type { BaileysModule } from './load-baileys'

/*
 * The server accepts known browsers on known systems only and answers 400 to others, whatever the device name is
 * (whatsmeow pair-code.go PairPhone, 2026-08-21; rmyndharis/OpenWA #1672, 2026-09-20).
 */
const PLATFORM = { id: '1', display: 'Chrome (Ubuntu)' }
const CODE_BYTES = 5
const SALT_BYTES = 32
const IV_BYTES = 16

async function wrapKey(baileys: BaileysModule, code: string, key: Uint8Array): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const iv = randomBytes(IV_BYTES)
  const encrypted = baileys.aesEncryptCTR(key, await baileys.derivePairingCodeKey(code, salt), iv)
  return Buffer.concat([salt, iv, encrypted])
}

const element = (tag: string, content: Uint8Array | string): BinaryNode => ({ tag, attrs: {}, content })

/**
 * The eight characters to type on the phone, once the server has accepted them. The library's own request ignores the
 * server's answer and sends our device name where a browser is expected.
 * @throws {AppError} ERR_WAPP_PAIRING_CODE when the server refuses or does not answer: then there is no code.
 */
export async function requestPairingCode(
  baileys: BaileysModule,
  { sock, creds }: { sock: Pick<WASocket, 'query'>; creds: AuthenticationCreds },
  number: string,
): Promise<string> {
  const code = baileys.bytesToCrockford(randomBytes(CODE_BYTES))
  const jid = `${number}@s.whatsapp.net`
  const hello: BinaryNode = {
    tag: 'link_code_companion_reg',
    attrs: { jid, stage: 'companion_hello', should_show_push_notification: 'true' },
    content: [
      element(
        'link_code_pairing_wrapped_companion_ephemeral_pub',
        await wrapKey(baileys, code, creds.pairingEphemeralKeyPair.public),
      ),
      element('companion_server_auth_key_pub', creds.noiseKey.public),
      element('companion_platform_id', PLATFORM.id),
      element('companion_platform_display', PLATFORM.display),
      element('link_code_pairing_nonce', Buffer.of(0)),
    ],
  }
  const attrs = { to: baileys.S_WHATSAPP_NET, type: 'set', xmlns: 'md' }
  const answer = await sock
    .query({ tag: 'iq', attrs, content: [hello] })
    .catch((cause: unknown) => Promise.reject(new AppError('ERR_WAPP_PAIRING_CODE', { cause })))
  if (!answer) throw new AppError('ERR_WAPP_PAIRING_CODE', { detail: 'no answer' })
  // The library answers the phone with these. Set only now: after a
  // refusal they would make us look like a linked client.
  Object.assign(creds, { pairingCode: code, me: { id: jid, name: '~' } })
  return code
}
