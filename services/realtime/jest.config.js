module.exports = { ...require('../../jest.preset'), displayName: 'realtime', rootDir: __dirname }
