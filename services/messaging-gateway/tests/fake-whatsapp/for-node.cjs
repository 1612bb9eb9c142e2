// usage: const { startFakeWhatsApp } = require('./for-node.cjs')      the fake for a plain Node program, outside jest
require('../../../shared/testkit/from-sources.cjs')

module.exports = require('./index.ts')
