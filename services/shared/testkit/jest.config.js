module.exports = require('./jest-config')('testkit', __dirname)
