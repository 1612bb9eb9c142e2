// usage: npm run codegen      writes services/shared/contracts/src/gen from proto/
import { at, bin, run } from './support/project.mjs'

process.exitCode = await run(bin('buf'), ['generate'], { cwd: at('proto') })
