module.exports = require('../testkit/jest-config')('contracts', __dirname)
