module.exports = require('../shared/testkit/jest-config')('tickets', __dirname)
