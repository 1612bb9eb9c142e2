module.exports = require('../shared/testkit/jest-config')('campaigns', __dirname)
