import type { AuthenticationCreds } from '@whiskeysockets/baileys'

import type { BaileysModule } from './load-baileys'

/** Without the secret of the QR code: it has been used by the time that credentials are stored, and the code is in events. */
export const encodeCredentials = ({ BufferJSON }: BaileysModule, creds: AuthenticationCreds): Uint8Array =>
  Buffer.from(JSON.stringify({ ...creds, advSecretKey: '' }, BufferJSON.replacer))
