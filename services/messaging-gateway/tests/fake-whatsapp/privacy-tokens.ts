import type { BinaryNode } from '@whiskeysockets/baileys'

import { Account } from './account'
import type { Contact } from './contact'
import { addressOf } from './jids'
import type { LinkedDevice } from './linked-device'
import type { Network } from './network'
import { bytesOf, childOf, childrenOf, nowSeconds, randomId, stanza } from './stanza'

/** Who trusts whom: tokens that contacts have given to accounts. */
export class PrivacyTokens {
  private readonly given = new Map<string, Buffer>()
  /** Tokens that contacts will give to whoever gives them one. */
  private readonly inReturn = new Map<Contact, Buffer>()

  /** The contact trusts the account from now on (whatsmeow notification.go, handlePrivacyTokenNotification, 2026-08-21). */
  give(contact: Contact, account: Account, token: Buffer): void {
    this.given.set(keyOf(contact, account), token)
    const attrs = { jid: account.jid('lid'), t: nowSeconds(), type: 'trusted_contact' }
    const from = {
      from: contact.jid('pn'),
      sender_lid: contact.jid('lid'),
      type: 'privacy_token',
      t: nowSeconds(),
    }
    for (const device of account.linked.values())
      device.deliver(
        stanza('notification', { ...from, id: randomId('', 8) }, [
          stanza('tokens', {}, [stanza('token', attrs, token)]),
        ]),
      )
  }

  willReturn(contact: Contact, token: Buffer): void {
    this.inReturn.set(contact, token)
  }

  /** The account gives tokens to contacts (whatsmeow tctoken.go, issuePrivacyToken): some give one back. */
  issued(network: Network, account: Account, tokens: BinaryNode): void {
    for (const { attrs } of childrenOf(tokens)) {
      const contact = network.find(attrs['jid'] ?? '')
      if (!contact || contact instanceof Account) continue
      const token = this.inReturn.get(contact)
      if (token) this.give(contact, account, token)
    }
  }

  /**
   * 463 for what goes to one person without that person's token, where the server requires one (Baileys rc14
   * Utils/decode-wa-message.js, `MessageAccountRestriction`; oxidezap/whatsapp-rust #433, 2026-03-23: tctoken, else 463).
   */
  refusalOf(network: Network, sender: LinkedDevice, node: BinaryNode): string | undefined {
    const { to = '', category, device_fanout: fanout } = node.attrs
    if (!network.settings.requiresTokens || category === 'peer' || fanout === 'false' || !addressOf(to))
      return undefined
    const contact = network.find(to)
    if (!contact || contact instanceof Account) return undefined
    const shown = bytesOf(childOf(node, 'tctoken'))
    return this.given.get(keyOf(contact, sender.account))?.equals(shown) ? undefined : '463'
  }
}

const keyOf = (contact: Contact, account: Account) => `${contact.number} ${account.number}`
