import { createHmac } from 'node:crypto'

import type { BinaryNode } from '@whiskeysockets/baileys'

import { Account } from './account'
import type { Contact } from './contact'
import { parseAddress } from './jids'
import type { LinkedDevice } from './linked-device'
import type { Network } from './network'
import { readBytes, findChild, listChildren, nowSeconds, randomId, stanza } from './stanza'

/** Trusted-contact tokens that contacts have given to accounts. */
export class PrivacyTokens {
  private readonly given = new Map<string, Buffer>()
  /** Salts of accounts that compute client tokens. */
  private readonly salts = new Map<Account, Buffer>()
  /** Tokens that contacts give to any account that gives them one. */
  private readonly inReturn = new Map<Contact, Buffer>()

  /** The contact gives the account its token (whatsmeow notification.go, handlePrivacyTokenNotification, 2026-08-21). */
  give(contact: Contact, account: Account, token: Buffer): void {
    this.given.set(toKey(contact, account), token)
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

  /** From now on the account can compute tokens from LIDs (whatsmeow cstoken.go, 2026-05-04). */
  provision(account: Account, salt: Buffer): void {
    this.salts.set(account, salt)
  }

  willReturn(contact: Contact, token: Buffer): void {
    this.inReturn.set(contact, token)
  }

  /** The account gives tokens to contacts (whatsmeow tctoken.go, issuePrivacyToken): some give one in return. */
  issued(network: Network, account: Account, tokens: BinaryNode): void {
    for (const { attrs } of listChildren(tokens)) {
      const contact = network.find(attrs['jid'] ?? '')
      if (!contact || contact instanceof Account) continue
      const token = this.inReturn.get(contact)
      if (token) this.give(contact, account, token)
    }
  }

  /**
   * 463 for a message to one person without that person's token, where the server
   * requires one (Baileys rc14 Utils/decode-wa-message.js, `MessageAccountRestriction`;
   * oxidezap/whatsapp-rust #433, 2026-03-23: tctoken, cstoken, 463).
   */
  findRefusal(network: Network, sender: LinkedDevice, node: BinaryNode): string | undefined {
    const { to = '', category, device_fanout: fanout } = node.attrs
    if (!network.settings.requiresTokens || category === 'peer' || fanout === 'false' || !parseAddress(to))
      return undefined
    const contact = network.find(to)
    if (!contact || contact instanceof Account) return undefined
    const shown = readBytes(findChild(node, 'tctoken'))
    const isTrusted = this.given.get(toKey(contact, sender.account))?.equals(shown)
    return isTrusted || this.isOwnToken(sender.account, contact, node) ? undefined : '463'
  }

  private isOwnToken(account: Account, contact: Contact, node: BinaryNode): boolean {
    const salt = this.salts.get(account)
    const made = salt && createHmac('sha256', salt).update(contact.jid('lid')).digest()
    return made?.equals(readBytes(findChild(node, 'cstoken'))) ?? false
  }
}

const toKey = (contact: Contact, account: Account) => `${contact.number} ${account.number}`
