import { openChatwootSource } from './chatwoot-source'
import { openFamilySource } from './family-source'
import type { SourceOptions } from './source-database'
import type { ImportSource } from './source.port'

/** The systems that can be read. */
export const sourceSystems: Readonly<Record<string, (options: SourceOptions) => Promise<ImportSource>>> = {
  whaticket: (options) => openFamilySource('whaticket', options),
  ticketz: (options) => openFamilySource('ticketz', options),
  chatwoot: openChatwootSource,
}
