import type { proto } from '@whiskeysockets/baileys'
import { isRecord } from '@balcao/kernel'

import { unsupported, toText, type Reading } from './content'
import { readDocument, readImage, readVideo } from './read-media'
import { formatMoney } from './read-money'
import { formatBullets } from './read-notices'
import { sanitizeLine, sanitizeText } from './sanitize-values'

/** Header of buttons and templates: text or a file. */
interface Header {
  imageMessage?: proto.Message.IImageMessage | null
  videoMessage?: proto.Message.IVideoMessage | null
  documentMessage?: proto.Message.IDocumentMessage | null
}

function readHeaderFile({ imageMessage, videoMessage, documentMessage }: Header): Reading | undefined {
  if (imageMessage) return readImage(imageMessage)
  if (videoMessage) return readVideo(videoMessage)
  return documentMessage ? readDocument(documentMessage) : undefined
}

/* With a file in the header, the text becomes the file's caption. */
function withHeaderFile(header: Header, text: Reading): Reading {
  const file = readHeaderFile(header)
  if (file?.as !== 'content' || text.as !== 'content') return text
  return { ...file, body: text.body }
}

const bold = (title: string): string => (title === '' ? '' : `*${title}*`)
const italic = (footer: string): string => (footer === '' ? '' : `_${footer}_`)

export function readList(list: proto.Message.IListMessage): Reading {
  const rows = (list.sections ?? []).flatMap(({ title, rows: entries }) => [
    bold(sanitizeLine(title)),
    ...formatBullets(
      (entries ?? []).map((row) =>
        [sanitizeLine(row.title), sanitizeLine(row.description)].filter(Boolean).join(': '),
      ),
    ),
  ])
  return toText(
    bold(sanitizeLine(list.title)),
    sanitizeText(list.description),
    ...rows,
    italic(sanitizeLine(list.footerText)),
  )
}

export const readListResponse = (answer: proto.Message.IListResponseMessage): Reading =>
  toText(
    sanitizeText(answer.title) || sanitizeLine(answer.singleSelectReply?.selectedRowId),
    sanitizeText(answer.description),
  )

export function readButtons(message: proto.Message.IButtonsMessage): Reading {
  const labels = (message.buttons ?? []).map((button) => sanitizeLine(button.buttonText?.displayText))
  return withHeaderFile(
    message,
    toText(
      bold(sanitizeLine(message.text)),
      sanitizeText(message.contentText),
      ...formatBullets(labels.filter(Boolean)),
      italic(sanitizeLine(message.footerText)),
    ),
  )
}

export const readButtonResponse = (answer: proto.Message.IButtonsResponseMessage): Reading =>
  toText(sanitizeText(answer.selectedDisplayText) || sanitizeLine(answer.selectedButtonId))

export const readTemplateReply = (answer: proto.Message.ITemplateButtonReplyMessage): Reading =>
  toText(sanitizeText(answer.selectedDisplayText) || sanitizeLine(answer.selectedId))

function readLabel(button: proto.IHydratedTemplateButton): string {
  const { quickReplyButton, urlButton, callButton } = button
  const label = sanitizeLine(
    quickReplyButton?.displayText || urlButton?.displayText || callButton?.displayText,
  )
  const target = sanitizeLine(urlButton?.url || callButton?.phoneNumber)
  return [label, target].filter(Boolean).join(': ')
}

function readHydrated(template: proto.Message.TemplateMessage.IHydratedFourRowTemplate): Reading {
  const text = toText(
    bold(sanitizeLine(template.hydratedTitleText)),
    sanitizeText(template.hydratedContentText),
    ...formatBullets((template.hydratedButtons ?? []).map(readLabel).filter(Boolean)),
    italic(sanitizeLine(template.hydratedFooterText)),
  )
  return withHeaderFile(template, text)
}

export function readTemplate(message: proto.Message.ITemplateMessage): Reading {
  const hydrated = message.hydratedTemplate ?? message.hydratedFourRowTemplate
  if (hydrated) return readHydrated(hydrated)
  if (message.interactiveMessageTemplate) return readInteractive(message.interactiveMessageTemplate)
  const raw = message.fourRowTemplate
  return raw
    ? withHeaderFile(raw, readStructured(raw.content ?? raw.highlyStructuredMessage ?? {}))
    : unsupported
}

/**
 * A template that is referenced by name and stored at its owner: its
 * filled-in text where the message has it, else its parameters.
 */
export function readStructured(message: proto.Message.IHighlyStructuredMessage): Reading {
  const hydrated = message.hydratedHsm?.hydratedTemplate ?? message.hydratedHsm?.hydratedFourRowTemplate
  if (hydrated) return readHydrated(hydrated)
  return toText(...(message.params ?? []).slice(0, 20).map((param) => sanitizeText(param)))
}

/* A native button's label is in JSON that the sender wrote. */
function readNativeLabel(json: string | null | undefined): string {
  const { display_text: label, title, url } = parseJson(json)
  return [sanitizeLine(label) || sanitizeLine(title), sanitizeLine(url)].filter(Boolean).join(': ')
}

function parseJson(json: string | null | undefined): Record<string, unknown> {
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

const listLines = (message: proto.Message.IInteractiveMessage): string[] => [
  bold(sanitizeLine(message.header?.title)),
  sanitizeLine(message.header?.subtitle),
  sanitizeText(message.body?.text),
  ...formatBullets(
    (message.nativeFlowMessage?.buttons ?? [])
      .map((button) => readNativeLabel(button.buttonParamsJson))
      .filter(Boolean),
  ),
  italic(sanitizeLine(message.footer?.text)),
]

/** Buttons, shops and carousels; the cards of a carousel follow each other as text, without their pictures. */
export function readInteractive(message: proto.Message.IInteractiveMessage): Reading {
  const cards = (message.carouselMessage?.cards ?? []).slice(0, MAX_CARDS)
  const text = toText(...listLines(message), ...cards.flatMap(listLines))
  if (message.header?.productMessage && text.as === 'content' && text.kind === 'unsupported')
    return readProduct(message.header.productMessage)
  return withHeaderFile(message.header ?? {}, text)
}

export function readInteractiveResponse(answer: proto.Message.IInteractiveResponseMessage): Reading {
  const { display_text: label, title, id } = parseJson(answer.nativeFlowResponseMessage?.paramsJson)
  return toText(
    sanitizeText(answer.body?.text) || sanitizeLine(label) || sanitizeLine(title) || sanitizeLine(id),
  )
}

export function readProduct({ product, catalog, body, footer }: proto.Message.IProductMessage): Reading {
  const title = sanitizeLine(product?.title) || sanitizeLine(catalog?.title)
  const price = formatMoney(product?.salePriceAmount1000 ?? product?.priceAmount1000, product?.currencyCode)
  const text = toText(
    `🛍️ *${title || (catalog ? 'Catálogo' : 'Produto')}*`,
    price,
    sanitizeText(product?.description || catalog?.description, 10_000),
    sanitizeLine(product?.url, 1_000),
    sanitizeText(body, 10_000),
    italic(sanitizeLine(footer)),
  )
  return withHeaderFile({ imageMessage: product?.productImage ?? catalog?.catalogImage }, text)
}
