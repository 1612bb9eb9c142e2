import reactHooks from 'eslint-plugin-react-hooks'
import regexp from 'eslint-plugin-regexp'
import tseslint from 'typescript-eslint'

const TESTS = [
  '**/*.test.ts',
  '**/*.test.tsx',
  '**/tests/**',
  '**/*.contract.ts',
  'services/shared/testkit/**',
  'web/src/testing/**',
]

const EVERYWHERE = [
  {
    selector: "CallExpression[callee.object.name='io'][callee.property.name='emit']",
    message: 'A global emit reaches every company. Emit to rooms.',
  },
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
  {
    selector: 'ObjectExpression > SpreadElement > ObjectExpression',
    message: 'Write its keys one a line instead of spreading a literal.',
  },
]

const NODE_GLOBALS = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'Buffer',
  'FormData',
  'Response',
  'URL',
  'URLSearchParams',
  'WebSocket',
  'clearInterval',
  'clearTimeout',
  'fetch',
  'performance',
  'process',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'structuredClone',
  'describe',
  'it',
  'test',
  'expect',
  'beforeAll',
  'beforeEach',
  'afterAll',
  'afterEach',
]

const PATH_LITERAL = 'Paths come from the routes of @balcao/contracts.'

const noProcess = (property, instead) => ({ object: 'process', property, message: instead })

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '**/gen/**', 'data/**', '.cache/**', 'coverage/**'] },
  {
    files: ['{services,integrations}/**/*.ts', 'web/**/*.{ts,tsx}'],
    extends: [tseslint.configs.base],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unsafe-return': 'error',
      '@typescript-eslint/no-for-in-array': 'error',
      '@typescript-eslint/no-implied-eval': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'no-console': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-eval': 'error',
      'no-control-regex': 'error',
      'no-restricted-syntax': ['error', ...EVERYWHERE],
    },
  },
  {
    files: ['{services,integrations}/**/*.ts'],
    ignores: ['**/config.ts', ...TESTS],
    rules: {
      'no-restricted-properties': [
        'error',
        noProcess('env', 'Read it in config.ts.'),
        noProcess('exit', 'Set process.exitCode, or throw.'),
      ],
    },
  },
  {
    // The demo calls the HTTP API of its own desk. The doctor reads certificates that are not trusted, too, of a configured name.
    files: ['services/**/*.ts'],
    ignores: ['services/standalone/src/demo/**', 'services/standalone/src/doctor/domain-checks.ts', ...TESTS],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Use OutgoingHttp (createOutgoingHttp).' },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...['node:http', 'node:https'].map((name) => ({
              name,
              importNames: ['get', 'request'],
              message: 'Use OutgoingHttp (createOutgoingHttp).',
            })),
            {
              name: 'node:os',
              importNames: ['userInfo'],
              message: 'Throws for an account without a name, which a pod has: use process.getuid.',
            },
          ],
        },
      ],
    },
  },
  {
    // Texts from outside: an expression that takes more than linear time on one of them stops its process.
    files: ['{services,integrations}/**/*.ts', 'web/**/*.{ts,tsx}'],
    ignores: TESTS,
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': [
        'error',
        { report: 'potential', ignorePartial: false, ignoreSticky: false },
      ],
      'regexp/no-misleading-capturing-group': 'error',
    },
  },
  {
    files: ['{services,integrations}/**/*.ts', 'web/**/*.{ts,tsx}'],
    ignores: TESTS,
    rules: { 'max-lines-per-function': ['error', 100], 'max-params': ['error', 4] },
  },
  {
    // A ticket that is saved elsewhere keeps its version, and nobody is told.
    files: ['services/tickets/src/features/**/*.ts'],
    ignores: ['services/tickets/src/features/tickets/commit-ticket-change.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...EVERYWHERE,
        {
          selector: "CallExpression[callee.property.name=/^save/][callee.object.property.name='tickets']",
          message: 'Use changeTicket or commitTicketChange.',
        },
      ],
    },
  },
  {
    // The only file that may end the process.
    files: ['services/shared/platform/src/host/stop-signals.ts'],
    rules: { 'no-restricted-properties': ['error', noProcess('env', 'Read it in config.ts.')] },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['web/src/data/**/*.{ts,tsx}', 'web/src/features/simulator/**/*.{ts,tsx}'],
    ignores: TESTS,
    rules: {
      'no-restricted-syntax': [
        'error',
        ...EVERYWHERE,
        { selector: 'Literal[value=/^\\u002F[a-z]/]', message: PATH_LITERAL },
        { selector: 'TemplateElement[value.raw=/^\\u002F[a-z]/]', message: PATH_LITERAL },
      ],
    },
  },
  {
    files: TESTS,
    rules: { '@typescript-eslint/no-unsafe-return': 'off', 'no-console': 'off' },
  },
  {
    files: ['{scripts,bench,deploy,helm}/**/*.mjs', 'web/scripts/**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(NODE_GLOBALS.map((name) => [name, 'readonly'])),
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-undef': 'error',
      'no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-eval': 'error',
      'no-control-regex': 'error',
      'no-unreachable': 'error',
      'no-dupe-keys': 'error',
      'no-empty': 'error',
      'no-console': 'error',
      'require-yield': 'error',
      'no-restricted-syntax': ['error', ...EVERYWHERE],
    },
  },
  {
    // Tools that require a default export.
    files: ['**/*.config.ts', '**/jest-global-*.ts', '**/*.d.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
)
