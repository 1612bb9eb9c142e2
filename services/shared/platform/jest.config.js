module.exports = require('../testkit/jest-config')('platform', __dirname)
