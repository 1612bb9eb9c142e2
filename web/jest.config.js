import preset from '../jest.preset.js'

/* Testing Library registers its afterEach when it is loaded, which must not happen inside a test. */
const loadEagerly = ([transformer, options]) => [
  transformer,
  { ...options, module: { ...options.module, lazy: false } },
]

export default {
  ...preset,
  transform: Object.fromEntries(
    Object.entries(preset.transform).map(([pattern, transform]) => [pattern, loadEagerly(transform)]),
  ),
  displayName: 'web',
  testEnvironment: '<rootDir>/src/testing/jsdom-with-fetch.cjs',
  roots: ['<rootDir>/src', '<rootDir>/tests'],
  setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
  moduleNameMapper: {
    ...preset.moduleNameMapper,
    '\\.css$': '<rootDir>/src/testing/style-stub.ts',
    '^@emotion/sheet$': '<rootDir>/src/testing/sheet-stub.ts',
  },
}
