// Every server package runs its tests on TypeScript sources: one transform, one module map.
const path = require('node:path')

const services = path.join(__dirname, 'services')

module.exports = {
  testEnvironment: 'node',
  // Generous for busy machines: a test waits for its conditions, each 90 s at most (testkit's waitFor).
  testTimeout: 300_000,
  transform: {
    '^.+\\.(t|j)sx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target: 'es2022',
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs', lazy: true },
      },
    ],
  },
  moduleNameMapper: {
    '^@balcao/contracts$': path.join(services, 'shared/contracts/src/index.ts'),
    '^@balcao/contracts/wire$': path.join(services, 'shared/contracts/src/wire.ts'),
    '^@balcao/(kernel|platform|testkit)$': path.join(services, 'shared/$1/src/index.ts'),
    '^@balcao/auth/seed$': path.join(services, 'auth/src/seed.ts'),
    '^@balcao/billing/seed$': path.join(services, 'billing/src/seed.ts'),
    '^@balcao/(auth|billing|campaigns|messaging-gateway|realtime|tickets)/service$': path.join(
      services,
      '$1/src/service.ts',
    ),
  },
}
