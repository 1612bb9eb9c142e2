const path = require('node:path')

const preset = require('../jest.preset.js')

const testkit = path.join(__dirname, 'shared/testkit')

/* One project for all packages: each worker transforms a module once. Tests run on sources, with one Postgres for the whole run. */
module.exports = {
  ...preset,
  displayName: 'services',
  rootDir: __dirname,
  runtime: path.join(testkit, 'jest-runtime.js'),
  testEnvironment: path.join(testkit, 'jest-environment.js'),
  testMatch: ['<rootDir>/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  globalSetup: path.join(testkit, 'jest-global-setup.ts'),
  globalTeardown: path.join(testkit, 'jest-global-teardown.ts'),
  setupFilesAfterEnv: ['jest-close-databases.ts', 'jest-record-answers.ts'].map((file) =>
    path.join(testkit, file),
  ),
}
