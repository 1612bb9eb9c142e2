module.exports = {
  ...require('../shared/testkit/jest-config')('standalone', __dirname),
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
}
