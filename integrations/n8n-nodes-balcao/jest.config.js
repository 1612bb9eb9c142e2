const preset = require('../../jest.preset.js')

module.exports = {
  ...preset,
  displayName: 'n8n-nodes-balcao',
  rootDir: __dirname,
  testMatch: ['<rootDir>/src/**/*.test.ts'],
}
