import preset from '../jest.preset.js'

export default {
  ...preset,
  displayName: 'web',
  testEnvironment: '<rootDir>/src/testing/jsdom-with-fetch.cjs',
  // Screens are slow where two cores run everything at once; nothing here waits for a clock.
  testTimeout: 20_000,
  roots: ['<rootDir>/src', '<rootDir>/tests'],
  setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
  moduleNameMapper: { ...preset.moduleNameMapper, '\\.css$': '<rootDir>/src/testing/style-stub.ts' },
}
