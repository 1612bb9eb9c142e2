module.exports = require('../shared/testkit/jest-config')('messaging-gateway', __dirname)
