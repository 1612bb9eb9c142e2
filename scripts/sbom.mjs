// usage: node scripts/sbom.mjs > sbom.json      the npm packages of the images as CycloneDX, from package-lock.json
// `npm sbom` refuses our tree: a library's peer (sharp) is left out on purpose.
import { readFileSync } from 'node:fs'

import { buildBom } from './support/sbom.mjs'
import { at } from './support/project.mjs'

const read = (file) => JSON.parse(readFileSync(at(file), 'utf8'))
process.stdout.write(
  `${JSON.stringify(buildBom(read('package.json'), read('package-lock.json')), null, 2)}\n`,
)
