const { TestEnvironment } = require('jest-environment-node')

/** Node, with a door to its own loader: packages that are ES modules only, or slow to transform, come through it. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    this.global.nativeRequire = require
  }
}
