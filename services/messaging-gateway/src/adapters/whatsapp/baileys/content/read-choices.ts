import type { proto } from '@whiskeysockets/baileys'

import { unsupported, words, type Reading } from './content'
import { readDocument, readImage, readVideo } from './read-media'
import { money } from './read-money'
import { bullets } from './read-notices'
import { saneLine, saneText } from './sane-values'

/** Header of buttons and templates: text or a file. */
interface Header {
  imageMessage?: proto.Message.IImageMessage | null
  videoMessage?: proto.Message.IVideoMessage | null
  documentMessage?: proto.Message.IDocumentMessage | null
}

function fileOf({ imageMessage, videoMessage, documentMessage }: Header): Reading | undefined {
  if (imageMessage) return readImage(imageMessage)
  if (videoMessage) return readVideo(videoMessage)
  return documentMessage ? readDocument(documentMessage) : undefined
}

/* With a file in the header, the text becomes the file's caption. */
function under(header: Header, text: Reading): Reading {
  const file = fileOf(header)
  if (file?.as !== 'said' || text.as !== 'said') return text
  return { ...file, body: text.body }
}

const bold = (title: string): string => (title === '' ? '' : `*${title}*`)
const small = (footer: string): string => (footer === '' ? '' : `_${footer}_`)

export function readList(list: proto.Message.IListMessage): Reading {
  const rows = (list.sections ?? []).flatMap(({ title, rows: entries }) => [
    bold(saneLine(title)),
    ...bullets(
      (entries ?? []).map((row) =>
        [saneLine(row.title), saneLine(row.description)].filter(Boolean).join(': '),
      ),
    ),
  ])
  return words(
    bold(saneLine(list.title)),
    saneText(list.description),
    ...rows,
    small(saneLine(list.footerText)),
  )
}

export const readListResponse = (answer: proto.Message.IListResponseMessage): Reading =>
  words(
    saneText(answer.title) || saneLine(answer.singleSelectReply?.selectedRowId),
    saneText(answer.description),
  )

export function readButtons(message: proto.Message.IButtonsMessage): Reading {
  const labels = (message.buttons ?? []).map((button) => saneLine(button.buttonText?.displayText))
  return under(
    message,
    words(
      bold(saneLine(message.text)),
      saneText(message.contentText),
      ...bullets(labels.filter(Boolean)),
      small(saneLine(message.footerText)),
    ),
  )
}

export const readButtonResponse = (answer: proto.Message.IButtonsResponseMessage): Reading =>
  words(saneText(answer.selectedDisplayText) || saneLine(answer.selectedButtonId))

export const readTemplateReply = (answer: proto.Message.ITemplateButtonReplyMessage): Reading =>
  words(saneText(answer.selectedDisplayText) || saneLine(answer.selectedId))

function labelOf(button: proto.IHydratedTemplateButton): string {
  const { quickReplyButton, urlButton, callButton } = button
  const label = saneLine(quickReplyButton?.displayText || urlButton?.displayText || callButton?.displayText)
  const target = saneLine(urlButton?.url || callButton?.phoneNumber)
  return [label, target].filter(Boolean).join(': ')
}

function readHydrated(template: proto.Message.TemplateMessage.IHydratedFourRowTemplate): Reading {
  const text = words(
    bold(saneLine(template.hydratedTitleText)),
    saneText(template.hydratedContentText),
    ...bullets((template.hydratedButtons ?? []).map(labelOf).filter(Boolean)),
    small(saneLine(template.hydratedFooterText)),
  )
  return under(template, text)
}

export function readTemplate(message: proto.Message.ITemplateMessage): Reading {
  const hydrated = message.hydratedTemplate ?? message.hydratedFourRowTemplate
  if (hydrated) return readHydrated(hydrated)
  if (message.interactiveMessageTemplate) return readInteractive(message.interactiveMessageTemplate)
  const raw = message.fourRowTemplate
  return raw ? under(raw, readStructured(raw.content ?? raw.highlyStructuredMessage ?? {})) : unsupported
}

/**
 * A template that is referenced by name and stored at its owner: its
 * filled-in text where the message has it, else its parameters.
 */
export function readStructured(message: proto.Message.IHighlyStructuredMessage): Reading {
  const hydrated = message.hydratedHsm?.hydratedTemplate ?? message.hydratedHsm?.hydratedFourRowTemplate
  if (hydrated) return readHydrated(hydrated)
  return words(...(message.params ?? []).slice(0, 20).map((param) => saneText(param)))
}

/* A native button's label is in JSON that the sender wrote. */
function nativeLabel(json: string | null | undefined): string {
  const { display_text: label, title, url } = parsed(json)
  return [saneLine(label) || saneLine(title), saneLine(url)].filter(Boolean).join(': ')
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(json: string | null | undefined): Record<string, unknown> {
  if (!json || json.length > 65_536) return {}
  try {
    const value: unknown = JSON.parse(json)
    return isRecord(value) ? value : {}
  } catch {
    // Invalid JSON from the sender counts as an empty object.
    return {}
  }
}

const MAX_CARDS = 10

const linesOf = (message: proto.Message.IInteractiveMessage): string[] => [
  bold(saneLine(message.header?.title)),
  saneLine(message.header?.subtitle),
  saneText(message.body?.text),
  ...bullets(
    (message.nativeFlowMessage?.buttons ?? [])
      .map((button) => nativeLabel(button.buttonParamsJson))
      .filter(Boolean),
  ),
  small(saneLine(message.footer?.text)),
]

/** Buttons, shops and carousels; the cards of a carousel follow each other as text, without their pictures. */
export function readInteractive(message: proto.Message.IInteractiveMessage): Reading {
  const cards = (message.carouselMessage?.cards ?? []).slice(0, MAX_CARDS)
  const text = words(...linesOf(message), ...cards.flatMap(linesOf))
  if (message.header?.productMessage && text.as === 'said' && text.kind === 'unsupported')
    return readProduct(message.header.productMessage)
  return under(message.header ?? {}, text)
}

export function readInteractiveResponse(answer: proto.Message.IInteractiveResponseMessage): Reading {
  const { display_text: label, title, id } = parsed(answer.nativeFlowResponseMessage?.paramsJson)
  return words(saneText(answer.body?.text) || saneLine(label) || saneLine(title) || saneLine(id))
}

export function readProduct({ product, catalog, body, footer }: proto.Message.IProductMessage): Reading {
  const title = saneLine(product?.title) || saneLine(catalog?.title)
  const price = money(product?.salePriceAmount1000 ?? product?.priceAmount1000, product?.currencyCode)
  const text = words(
    `🛍️ *${title || (catalog ? 'Catálogo' : 'Produto')}*`,
    price,
    saneText(product?.description || catalog?.description, 10_000),
    saneLine(product?.url, 1_000),
    saneText(body, 10_000),
    small(saneLine(footer)),
  )
  return under({ imageMessage: product?.productImage ?? catalog?.catalogImage }, text)
}
