import type { MessageKind } from '@balcao/contracts'
import { readRecord, readRecords, readText } from '@balcao/kernel'

import { toVcards } from '../cloud/read-contacts'
import type { OutgoingMessage } from '../graph-server'
import { findComponent } from '../graph-server/templates/template'
import type { Extra, TappedChoices } from '../simulated/inbound-ledger'
import { SHARE_NUMBER } from './incoming-content'

/** What a customer sees of a message. */
export interface ArrivedContent {
  kind: MessageKind
  body: string
  /** Of Meta's media; undefined without a file. */
  file: { mediaId: string; name: string } | undefined
  extra: Extra
}

const fileTypes: Readonly<Record<string, MessageKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  document: 'application',
  sticker: 'sticker',
}

const plain = (body: string, own: Partial<ArrivedContent> = {}): ArrivedContent => ({
  kind: 'chat',
  body,
  file: undefined,
  extra: {},
  ...own,
})

/**
 * The content of a message on its customer's phone.
 * @param buttons of its template
 */
export function toArrivedContent(
  { kind, body, rendered }: Pick<OutgoingMessage, 'kind' | 'body' | 'rendered'>,
  buttons: readonly QuickReply[],
): ArrivedContent {
  const own = readRecord(body[kind])
  const fileType = fileTypes[kind]
  if (fileType !== undefined) return plain(readText(own.caption), { kind: fileType, file: toFile(kind, own) })
  switch (kind) {
    case 'template':
      return plain(rendered ?? '', {
        kind: 'template',
        file: findHeaderFile(own),
        extra: { buttons: buttons.map(({ text }) => text), payloads: buttons.map(({ payload }) => payload) },
      })
    case 'contacts':
      return plain('', { kind: 'vcard', extra: { vcard: toVcards(body.contacts) } })
    case 'location':
      return plain([own.name, own.address].map(readText).filter(Boolean).join('\n'), {
        kind: 'locationMessage',
      })
    case 'interactive':
      return toInteractive(own)
    default:
      return plain(readText(own.body))
  }
}

const toFile = (type: string, { id, filename }: Record<string, unknown>): ArrivedContent['file'] => ({
  mediaId: readText(id),
  name: readText(filename) || type,
})

function findHeaderFile({ components }: Record<string, unknown>): ArrivedContent['file'] {
  const header = readRecords(components).find(({ type }) => type === 'header')
  const [parameter] = readRecords(header?.parameters)
  const type = readText(parameter?.type)
  return fileTypes[type] && toFile(type, readRecord(parameter?.[type]))
}

const toOption = ({ id, title, description }: Record<string, unknown>): TappedChoices['options'][number] => ({
  id: readText(id),
  title: readText(title),
  description: readText(description),
})

function toInteractive(interactive: Record<string, unknown>): ArrivedContent {
  const text = readText(readRecord(interactive.body).text)
  const { button, buttons, sections, parameters } = readRecord(interactive.action)
  const { display_text: label, url } = readRecord(parameters)
  if (interactive.type === 'cta_url') return plain(`${text}\n\n${readText(label)}: ${readText(url)}`)
  if (interactive.type === 'request_contact_info')
    return plain(text, { extra: { choices: { open: '', options: [SHARE_NUMBER] } } })
  const replies = readRecords(buttons).map(({ reply }) => readRecord(reply))
  const rows = readRecords(sections).flatMap((section) => readRecords(section.rows))
  return plain(text, {
    extra: { choices: { open: readText(button), options: [...replies, ...rows].map(toOption) } },
  })
}

/** A button that answers: without a payload of the message Meta brings back its text. */
export interface QuickReply {
  text: string
  payload: string
}

function findPayload(sent: Record<string, unknown>, at: number): string {
  const own = readRecords(sent.components).find(
    ({ type, index }) => type === 'button' && Number(index) === at,
  )
  return readText(readRecords(own?.parameters)[0]?.payload)
}

/** The buttons of a template that a customer can tap to answer. @param sent the template of the message */
export const listQuickReplies = (
  template: Parameters<typeof findComponent>[0],
  sent: Record<string, unknown>,
): QuickReply[] =>
  readRecords(findComponent(template, 'BUTTONS')?.buttons).flatMap(({ type, text }, at) =>
    type === 'QUICK_REPLY'
      ? [{ text: readText(text), payload: findPayload(sent, at) || readText(text) }]
      : [],
  )
