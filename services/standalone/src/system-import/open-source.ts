import { openFamilySource, type SourceOptions } from './family-source'
import { openChatwootSource } from './chatwoot-source'
import type { ImportSource } from './source.port'

/** The systems that can be read. */
export const sourceSystems: Readonly<Record<string, (options: SourceOptions) => Promise<ImportSource>>> = {
  whaticket: (options) => openFamilySource('whaticket', options),
  ticketz: (options) => openFamilySource('ticketz', options),
  chatwoot: openChatwootSource,
}
