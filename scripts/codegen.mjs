// usage: npm run codegen [-- --baseline]      writes services/shared/contracts/src/gen from proto/ and the routes' types; with
//        --baseline, at a release, also proto/baseline.binpb, against which `npm run check` looks for breaking changes
import { writeApi } from './support/api-schemas.mjs'
import { at, bin, run } from './support/project.mjs'

process.exitCode = await run(bin('buf'), ['generate'], { cwd: at('proto') })
await writeApi(at('services/shared/contracts/src/gen'))
if (process.argv.includes('--baseline') && !process.exitCode) {
  process.exitCode = await run(bin('buf'), ['build', '-o', 'baseline.binpb'], { cwd: at('proto') })
}
