module.exports = require('../shared/testkit/jest-config')('billing', __dirname)
