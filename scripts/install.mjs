// usage: node scripts/install.mjs [arguments of npm ci]      installs packages; runs the install scripts of named packages only
import { installPackages } from './support/packages.mjs'

const { code, output } = await installPackages(process.argv.slice(2))
process.stdout.write(output)
process.exitCode = code
