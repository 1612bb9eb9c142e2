module.exports = {
  ...require('../shared/testkit/jest-config')('messaging-gateway', __dirname),
  // Processes of its own on the built product: *.soak.test.ts, too.
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
}
