// Names of the metrics that services export, read from the declarations in their code. A test compares them with what the loaded code
// registers (services/standalone/tests/telemetry-files.test.ts).
import { readFileSync } from 'node:fs'

import { at, filesBelow } from './project.mjs'

const DECLARATION = /(?:^|[=:] )(counter|gauge|histogram|watch)\(\s*'(balcao_\w+)'/gm

const isSource = (file) => /\/src\/.*\.ts$/.test(file) && !/\.test\.ts$/.test(file)

/** As `[{ name, kind }]`, sorted by name. */
export function listExportedMetrics() {
  const kinds = new Map(
    filesBelow(at('services'))
      .filter(isSource)
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(DECLARATION)])
      .map(([, kind, name]) => [name, kind === 'watch' ? 'gauge' : kind]),
  )
  return [...kinds].map(([name, kind]) => ({ name, kind })).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Names as Prometheus has them. */
export const listSeries = (metrics) =>
  metrics.flatMap(({ name, kind }) =>
    kind === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  )
