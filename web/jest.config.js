import preset from '../jest.preset.js'

export default {
  ...preset,
  displayName: 'web',
  testEnvironment: '<rootDir>/src/testing/jsdom-with-fetch.cjs',
  roots: ['<rootDir>/src', '<rootDir>/tests'],
  setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
  moduleNameMapper: { ...preset.moduleNameMapper, '\\.css$': '<rootDir>/src/testing/style-stub.ts' },
}
