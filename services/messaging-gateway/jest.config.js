module.exports = { ...require('../../jest.preset.js'), displayName: 'messaging-gateway', rootDir: __dirname, testTimeout: 30_000 }
