import type { UserFacingSocketConfig } from '@whiskeysockets/baileys'

import {
  startFakeWhatsApp,
  type Account,
  type Contact,
  type FakeWhatsApp,
  type FakeWhatsAppOptions,
} from './index'
import { PlainClient } from './plain-client'

export interface Stage {
  wa: FakeWhatsApp
  account: Account
  ana: Contact
  client: PlainClient
  close(): Promise<void>
}

export type StageOptions = FakeWhatsAppOptions & { client?: Partial<UserFacingSocketConfig> }

/**
 * A fake network with one account, one contact and a client that is not connected yet. It is more lenient than the
 * real one where the unmodified library is wrong: it accepts messages to numbers, and posts no status updates, for
 * which the library sends retry receipts.
 */
export async function openStage({ client: config, ...options }: StageOptions = {}): Promise<Stage> {
  const wa = await startFakeWhatsApp({
    ...options,
    settings: { firstPreKeys: 'none', takesNumbers: true, postsStatuses: false, ...options.settings },
  })
  const client = new PlainClient(wa, config)
  return {
    wa,
    account: wa.account('5511900000001'),
    ana: wa.contact('5511977770001', { name: 'Ana' }),
    client,
    close: async () => {
      await client.stop()
      await wa.stop()
    },
  }
}

/** The same, with the client linked and connected. */
export async function openLinkedStage(options: StageOptions = {}): Promise<Stage> {
  const stage = await openStage(options)
  await stage.client.pair(stage.account)
  return stage
}
