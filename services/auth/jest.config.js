module.exports = { ...require('../../jest.preset'), displayName: 'auth', rootDir: __dirname }
