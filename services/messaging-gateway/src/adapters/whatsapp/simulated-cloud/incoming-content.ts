import { splitVcards } from '@balcao/contracts'

import { toContact } from '../cloud/build-message'
import { buildSharedNumber, type IncomingContent } from '../graph-server'
import type { Tappable, Untaken } from '../simulated/inbound-ledger'

/** A customer's message without a file as Meta's webhook writes it. */
export function toIncomingContent({ body, extra }: Pick<Untaken, 'body' | 'extra'>): IncomingContent {
  const { location, vcard } = extra
  if (location) {
    const { latitude, longitude, name, address } = location
    return {
      type: 'location',
      location: { latitude, longitude, ...(name && { name }), ...(address && { address }) },
    }
  }
  if (vcard) return { type: 'contacts', contacts: splitVcards(vcard).map(toContact) }
  return { type: 'text', text: { body } }
}

/** The button by which a customer shares the number. Its text is the app's own. */
export const SHARE_NUMBER = { id: 'share-number', title: 'Compartilhar número', description: '' }

/** The tap of the button or row with this title, as Meta's webhook writes it; undefined: nothing there has it. */
export function toTap(
  title: string,
  { buttons, payloads, choices }: Tappable,
  customer: Parameters<typeof buildSharedNumber>[0],
): IncomingContent | undefined {
  const at = buttons?.indexOf(title) ?? -1
  if (at >= 0) return { type: 'button', button: { payload: payloads?.[at] ?? title, text: title } }
  const option = choices?.options.find((one) => one.title === title)
  if (!choices || !option) return undefined
  const { id, description } = option
  if (id === SHARE_NUMBER.id) return buildSharedNumber(customer)
  const isOfList = choices.open !== ''
  const type = isOfList ? 'list_reply' : 'button_reply'
  const reply = { id, title, ...(isOfList && description !== '' && { description }) }
  return { type: 'interactive', interactive: { type, [type]: reply } }
}

/** Meta's name of a kind with a file. */
export const fileKinds = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  application: 'document',
  sticker: 'sticker',
} as const

export const hasFileKind = (kind: string): kind is keyof typeof fileKinds => kind in fileKinds
