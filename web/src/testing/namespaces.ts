import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Namespace } from '../i18n/i18n'

/** Every namespace of the words. */
export const namespaces = readdirSync(join(__dirname, '../i18n/pt')).map((file) =>
  file.replace('.json', ''),
) as Namespace[]
