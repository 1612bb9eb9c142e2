// The network of `bench/sessions.mjs` in a process of its own, so that its work is not counted as the desk's.
import { createRequire } from 'node:module'

import { at } from '../scripts/support/project.mjs'

const require = createRequire(import.meta.url)
const { startFakeWhatsApp } = require(at('services/messaging-gateway/tests/fake-whatsapp/for-node.cjs'))

const wa = await startFakeWhatsApp({ settings: { firstPreKeys: 'full', autoReceipts: 'none' } })
const accounts = []
const getAccount = (index) => (accounts[index] ??= wa.account(`55119500${String(index).padStart(5, '0')}`))
const getContact = (index) => wa.contact(`55218700${String(index).padStart(5, '0')}`)

const countPending = (account) => (account.isLinked ? account.device.pending.length : 0)

const commands = {
  where: () => ({ url: wa.url, rootKey: wa.rootKey, mediaUrl: wa.mediaUrl, webClientUrl: wa.webClientUrl }),
  scan: async ({ index, qr }) => void (await getAccount(index).scan(qr)),
  online: () => accounts.filter((account) => account.isOnline).length,
  /** Messages without an acknowledgement from their client. */
  pending: () => accounts.reduce((sum, account) => sum + countPending(account), 0),
  write: async ({ index, contact, body }) => void (await getContact(contact).text(getAccount(index), body)),
  /** `perSecond` messages for so long, in turns over the accounts; 0: as fast as they can be encrypted. */
  flood: async ({ count, perSecond, contacts }) => {
    const from = performance.now()
    for (let n = 0; n < count; n += 1) {
      const index = n % accounts.length
      const contact = Math.floor(n / accounts.length) % contacts
      await getContact(contact).text(getAccount(index), `mensagem ${n} de ${process.pid}`)
      const due = perSecond ? from + ((n + 1) * 1000) / perSecond : 0
      const early = due - performance.now()
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    }
    return (performance.now() - from) / 1000
  },
  readNumber: ({ contact }) => getContact(contact).number,
  received: () => accounts.reduce((sum, account) => sum + account.ledger.sentIds().length, 0),
  violations: () => wa.ledger.violations.map(({ kind, detail }) => `${kind}: ${detail}`),
}

process.on('message', ({ id, name, input }) => {
  Promise.resolve()
    .then(() => commands[name](input))
    .then(
      (output) => process.send({ id, output }),
      (error) => process.send({ id, error: String(error.stack ?? error) }),
    )
})
process.send({ id: 0 })
