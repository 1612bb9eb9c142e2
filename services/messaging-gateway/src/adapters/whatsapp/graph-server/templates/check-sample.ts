import { isRecord } from '@balcao/kernel'

import type { Token } from '../assets'
import { GraphError } from '../graph-error'
import { MEDIA_TYPES } from '../media-types'
import type { GraphNetwork } from '../network'
import { sampleMissing } from './creation-error'
import type { TemplateComponent } from './template'

const KINDS: Readonly<Record<string, string>> = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' }

/* Quoted by clients (2024 to 2026): of an expired handle, and of one of another app. No page has it. */
const invalidHandle = () =>
  new GraphError(131009, {
    details: '',
    subcode: 2494102,
    forUser: { title: 'Invalid media handle', message: 'The uploaded media handle is invalid.' },
  })

/**
 * The components with the address of the sample in place of its handle, as the template is answered from then on. That address is no handle:
 * an edit needs another upload.
 * @throws {GraphError} 100 with 2388273 for an address, 131009 with 2494102 for a handle that the token's app does not have
 */
export function takeSample(
  network: GraphNetwork,
  { appId }: Pick<Token, 'appId'>,
  components: readonly TemplateComponent[],
): TemplateComponent[] {
  return components.map((component) => {
    const format = String(component['format'])
    const kind = component.type === 'HEADER' ? KINDS[format] : undefined
    const example = isRecord(component['example']) ? component['example'] : {}
    if (kind === undefined || !Array.isArray(example['header_handle'])) return component
    const handle = String(example['header_handle'][0])
    if (/^https?:/.test(handle)) throw sampleMissing(format)
    const sample = network.samples.get(handle)
    const isUsable =
      sample?.appId === appId &&
      sample.expiresAtMs > network.nowMs() &&
      MEDIA_TYPES[sample.mimeType]?.kind === kind
    if (!isUsable) throw invalidHandle()
    const url = `https://scontent.whatsapp.net/v/t61.29466-34/${network.newId()}_n`
    return { ...component, example: { header_handle: [url] } }
  })
}
