const preset = require('../../jest.preset.js')

module.exports = {
  ...preset,
  displayName: 'mcp',
  rootDir: __dirname,
  testMatch: ['<rootDir>/src/**/*.test.ts'],
}
