// usage: node scripts/on-lts.mjs <script> [arguments]      runs it on the Node of .nvmrc, whichever is installed (80 MB, once)
import { findLtsNode, withNode } from './support/lts-node.mjs'
import { run } from './support/project.mjs'

try {
  const binary = await findLtsNode()
  process.exitCode = await run(binary, process.argv.slice(2), { env: withNode(binary) })
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
