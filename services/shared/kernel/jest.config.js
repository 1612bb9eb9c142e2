module.exports = require('../testkit/jest-config')('kernel', __dirname)
