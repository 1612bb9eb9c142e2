module.exports = require('../shared/testkit/jest-config')('auth', __dirname)
