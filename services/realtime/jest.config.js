module.exports = require('../shared/testkit/jest-config')('realtime', __dirname)
