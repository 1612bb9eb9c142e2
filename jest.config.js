// Every package that has tests is a project; scripts/test.mjs runs them tier by tier.
const { existsSync, readdirSync } = require('node:fs')
const path = require('node:path')

const packages = ['services/shared', 'services'].flatMap((folder) =>
  readdirSync(path.join(__dirname, folder)).map((name) => `${folder}/${name}`),
)

module.exports = {
  // Jest takes it from here alone; a project's own counts where its folder is the root.
  testTimeout: require('./jest.preset.js').testTimeout,
  projects: [...packages, 'web']
    .filter((folder) => existsSync(path.join(__dirname, folder, 'jest.config.js')))
    .map((folder) => `<rootDir>/${folder}`),
}
