import { keepDigits, readVcard, splitVcards } from '@balcao/contracts'
import type { Choices, FilledTemplate, TemplateParameter } from '@balcao/contracts/wire'
import { AppError, type JsonObject } from '@balcao/kernel'

import {
  mapMimeToKind,
  type Address,
  type OutboundMessage,
  type OutboundReaction,
} from '../../../features/whatsapp-driver'
import { findRecipient } from './addresses'

/** The longest text and caption: messages/text-messages and messages/image-messages, read 27 November 2026. */
const LONGEST_TEXT = 4_096
const LONGEST_CAPTION = 1_024

const cannotSend = (detail: string) => new AppError('ERR_WAPP_NOT_OFFERED', { detail })

/** @throws {AppError} ERR_WAPP_NOT_OFFERED for a group, or a person known by another network's id. */
function toRecipient(chat: Address): JsonObject {
  const recipient = findRecipient(chat)
  if (!recipient) throw cannotSend('the chat has neither phone number nor business-scoped user id')
  return { messaging_product: 'whatsapp', recipient_type: 'individual', ...recipient }
}

const withCaption = (file: JsonObject, body: string): JsonObject => {
  if (body.length > LONGEST_CAPTION) throw cannotSend('the caption is too long')
  return body === '' ? file : { ...file, caption: body }
}

export function toContact(vcard: string): JsonObject {
  const { name, number } = readVcard(vcard)
  const shown = name || number
  const digits = keepDigits(number)
  return {
    name: { formatted_name: shown, first_name: shown },
    ...(digits !== '' && { phones: [{ phone: number, wa_id: digits }] }),
  }
}

/* Meta's name of each kind that has a file. */
const fileTypes: Readonly<Partial<Record<OutboundMessage['kind'], string>>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  application: 'document',
  sticker: 'sticker',
}

const NO_CAPTION = ['audio', 'sticker']

function toFile(type: string, message: OutboundMessage, mediaId: string): JsonObject {
  const file = { id: mediaId }
  if (NO_CAPTION.includes(type)) return file
  const named = type === 'document' ? { ...file, filename: message.media?.name ?? '' } : file
  return withCaption(named, message.body)
}

function toText({ body }: OutboundMessage): JsonObject {
  if (body.length > LONGEST_TEXT) throw cannotSend('the text is too long')
  return { body, preview_url: true }
}

function toParameter({ buttonType, name, text }: TemplateParameter): JsonObject {
  if (buttonType === 'copy_code') return { type: 'coupon_code', coupon_code: text }
  if (buttonType === 'quick_reply') return { type: 'payload', payload: text }
  return { type: 'text', ...(name !== '' && { parameter_name: name }), text }
}

/* templates/template-media (updated 21 May 2026): no caption, the text below is the template's. */
function toHeader({ media }: OutboundMessage, mediaId: string): JsonObject[] {
  if (!media) return []
  const type = fileTypes[mapMimeToKind(media.mimeType)] ?? 'document'
  const file = { id: mediaId, ...(type === 'document' && { filename: media.name }) }
  return [{ type: 'header', parameters: [{ type, [type]: file }] }]
}

function toTemplate(
  { name, language, parameters }: FilledTemplate,
  header: readonly JsonObject[],
): JsonObject {
  const texts = ['header', 'body'].flatMap((type) => {
    const own = parameters.filter(({ part }) => part === type)
    return own.length === 0 ? [] : [{ type, parameters: own.map(toParameter) }]
  })
  const buttons = parameters
    .filter(({ part }) => part === 'button')
    .map((parameter) => ({
      type: 'button',
      sub_type: parameter.buttonType,
      index: String(parameter.index),
      parameters: [toParameter(parameter)],
    }))
  // Any other language than the one that was chosen would have other words.
  return {
    name,
    language: { code: language, policy: 'deterministic' },
    components: [...header, ...texts, ...buttons],
  }
}

/*
 * messages/interactive-reply-buttons-messages, -list-messages and -cta-url-messages. Undefined for a kind that is not known: its text is
 * sent.
 */
function toInteractive({ kind, text, button, options, url }: Choices): JsonObject | undefined {
  const body = { text }
  switch (kind) {
    case 'buttons': {
      const buttons = options.map(({ id, title }) => ({ type: 'reply', reply: { id, title } }))
      return { type: 'button', body, action: { buttons } }
    }
    case 'list': {
      const rows = options.map(({ id, title, description }) => ({
        id,
        title,
        ...(description !== '' && { description }),
      }))
      return { type: 'list', body, action: { button, sections: [{ rows }] } }
    }
    case 'link':
      return { type: 'cta_url', body, action: { name: 'cta_url', parameters: { display_text: button, url } } }
    default:
      return undefined
  }
}

/* business-scoped-user-ids#contact-request (31 March 2026). */
const toNumberRequest = (text: string): JsonObject => ({
  type: 'request_contact_info',
  body: { text },
  action: { name: 'request_contact_info' },
})

function toContent(message: OutboundMessage, mediaId: string): JsonObject {
  const { kind, body, location, vcard, template, choices, asksNumber } = message
  const fileType = fileTypes[kind]
  if (fileType !== undefined) return { type: fileType, [fileType]: toFile(fileType, message, mediaId) }
  if (kind === 'locationMessage' && location) {
    const { latitude, longitude, name, address } = location
    return { type: 'location', location: { latitude, longitude, name, address } }
  }
  if (kind === 'vcard') return { type: 'contacts', contacts: splitVcards(vcard).map(toContact) }
  if (kind === 'template' && template)
    return { type: 'template', template: toTemplate(template, toHeader(message, mediaId)) }
  if (kind === 'chat') {
    const interactive = asksNumber ? toNumberRequest(body) : choices && toInteractive(choices)
    return interactive ? { type: 'interactive', interactive } : { type: 'text', text: toText(message) }
  }
  throw cannotSend(`a message of kind ${kind}`)
}

/**
 * Whether a message is of WhatsApp's apps, from before its number moved here: their ids are hexadecimal, Meta's begin with `wamid.`
 * (send-messages). Meta refuses a message that names one.
 */
export const isOfPhone = (id: string): boolean => /^[0-9A-F]{16,}$/i.test(id)

/**
 * The body of `POST /{phone number id}/messages`: developers.facebook.com/documentation/business-messaging/whatsapp/messages/send-messages
 * (read 27 November 2026). A quoted message that Meta does not know is left out. Our id travels as `biz_opaque_callback_data`, which comes back with each receipt.
 * @param mediaId of the uploaded file, '' without one
 * @throws {AppError} ERR_WAPP_NOT_OFFERED for what it cannot say
 */
export const buildMessage = (message: OutboundMessage, mediaId: string): JsonObject => ({
  ...toRecipient(message.chat),
  ...toContent(message, mediaId),
  ...(message.quoted && !isOfPhone(message.quoted.waId) && { context: { message_id: message.quoted.waId } }),
  biz_opaque_callback_data: message.waId,
})

/** A reaction; '' removes it. @throws {AppError} ERR_WAPP_NOT_OFFERED */
export const buildReaction = ({ waId, target, emoji }: OutboundReaction): JsonObject => ({
  ...toRecipient(target.chat),
  type: 'reaction',
  reaction: { message_id: target.waId, emoji },
  biz_opaque_callback_data: waId,
})

/** Marks a message of the customer, and those before it, as read; `isTyping` shows "typing…" for 25 seconds (typing-indicators). */
export const buildReadMark = (waId: string, isTyping = false): JsonObject => ({
  messaging_product: 'whatsapp',
  status: 'read',
  message_id: waId,
  ...(isTyping && { typing_indicator: { type: 'text' } }),
})
