const path = require('node:path')

const preset = require('../../../jest.preset.js')

/**
 * The jest project of a server package: `module.exports = require('../shared/testkit/jest-config')('tickets', __dirname)`.
 * Runs *.test.ts and *.int.test.ts on sources, with one Postgres for the whole run.
 */
module.exports = (displayName, rootDir) => ({
  ...preset,
  displayName,
  rootDir,
  runtime: path.join(__dirname, 'jest-runtime.js'),
  testEnvironment: path.join(__dirname, 'jest-environment.js'),
  testMatch: ['<rootDir>/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '\\.e2e\\.test\\.ts$'],
  globalSetup: path.join(__dirname, 'jest-global-setup.ts'),
  globalTeardown: path.join(__dirname, 'jest-global-teardown.ts'),
  setupFilesAfterEnv: ['jest-close-databases.ts', 'jest-record-answers.ts'].map((file) =>
    path.join(__dirname, file),
  ),
})
