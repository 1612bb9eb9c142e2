import { ok, readNumber, readToken, type Answer, type Call } from '../call'
import { unknownObject } from '../authorize'
import { GraphError } from '../graph-error'
import { createMediaUrl, findMedia, storeMedia, type Media } from '../media'
import { largestBytes, MEDIA_TYPES } from '../media-types'
import type { GraphNetwork } from '../network'

const missing = (name: string) =>
  new GraphError(100, { message: `(#100) The parameter ${name} is required.`, details: '' })

/**
 * `POST /{phone-number-id}/media`, a form with messaging_product, file, and type in the form or in the file's part (the page of
 * 2026-09-11 calls type required and leaves it out of its example).
 */
export async function uploadMedia(network: GraphNetwork, call: Call): Promise<Answer> {
  const number = readNumber(network, call, 'whatsapp_business_messaging')
  const form = await readForm(call)
  if (form.get('messaging_product') !== 'whatsapp') throw missing('messaging_product')
  const file = form.get('file')
  if (file === null || typeof file === 'string') throw missing('file')
  const given = form.get('type')
  const mimeType = toBareType(typeof given === 'string' && given !== '' ? given : file.type)
  const content = Buffer.from(await file.arrayBuffer())
  requireAccepted(mimeType, content)
  const media = storeMedia(network, number.id, { mimeType, content }, network.settings.mediaIdMs)
  return ok({ id: media.id })
}

async function readForm({ headers, body }: Call): Promise<FormData> {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) throw missing('messaging_product')
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  } catch {
    throw new GraphError(100, { message: '(#100) The form cannot be read.', details: '' })
  }
}

/* `audio/ogg; codecs=opus` is the type of voice messages. */
function toBareType(type: string): string {
  return type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

function requireAccepted(mimeType: string, content: Buffer): void {
  const maxBytes = largestBytes(mimeType, content)
  if (maxBytes === undefined)
    throw new GraphError(100, {
      message: `(#100) Param file must be a file with one of the following types: ${Object.keys(MEDIA_TYPES).join(', ')}. Received file of type '${mimeType}'.`,
      details: '',
    })
  if (content.length > maxBytes)
    throw new GraphError(131053, {
      details: `Media file size too big. Max file size we currently support for ${mimeType}: ${maxBytes} bytes.`,
    })
}

/** `GET /{media-id}` */
export function getMedia(network: GraphNetwork, call: Call): Answer {
  const media = readMedia(network, call)
  return ok({
    messaging_product: 'whatsapp',
    url: createMediaUrl(network, media),
    mime_type: media.mimeType,
    sha256: media.sha256.toString('hex'),
    file_size: media.content.length,
    id: media.id,
  })
}

/** `DELETE /{media-id}` */
export function deleteMedia(network: GraphNetwork, call: Call): Answer {
  network.media.delete(readMedia(network, call).id)
  return ok({ success: true })
}

function readMedia(network: GraphNetwork, call: Call): Media {
  const token = readToken(network, call)
  const id = call.path[0] ?? ''
  const media = findMedia(network, id)
  const asked = call.query.get('phone_number_id')
  if (
    !media ||
    !token.accountIds.includes(network.number(media.phoneNumberId).accountId) ||
    (asked !== null && asked !== media.phoneNumberId)
  )
    throw unknownObject(call.method, id)
  return media
}

/** The file itself, at an address of `getMedia` or of a webhook: 404 once it has expired, as the page says. */
export function downloadMedia(network: GraphNetwork, call: Call): Answer {
  const token = readToken(network, call)
  const url = network.mediaUrls.get(call.query.get('hash') ?? '')
  const media = url && url.expiresAtMs > network.nowMs() ? network.media.get(url.mediaId) : undefined
  if (!media || !token.accountIds.includes(network.number(media.phoneNumberId).accountId))
    return { status: 404, body: Buffer.alloc(0) }
  return { status: 200, body: media.content, headers: { 'content-type': media.mimeType } }
}
