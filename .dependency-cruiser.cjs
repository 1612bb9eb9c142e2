// Import rules. Rule names are what a developer sees; comments say what to do instead.
const SERVICE = '^services/(?!shared|standalone)([^/]+)/src/'
const FEATURE = '^services/(?!shared|standalone)([^/]+)/src/features/([^/]+)/'
const EDGE = '\\.(routes|rpc|consumer|job|sockets)\\.ts$'
const TEST = '\\.test\\.tsx?$|/tests/|\\.contract\\.ts$|/web/src/testing/'
const DRIVERS = '(^|/)node_modules/(express|@grpc/grpc-js|kafkajs|pg|mongoose|ioredis|socket\\.io)/'

// Allowed imports between features of the web app. Add one here, with a reason in docs/decisions.
const WEB_FEATURE_IMPORTS = {
  'api-keys': ['queues'],
  webhooks: ['queues'],
  conversation: ['contacts', 'files', 'schedules', 'quick-messages', 'tags', 'templates', 'tickets'],
  tickets: ['conversation', 'first-steps'],
  'contacts-page': ['contacts', 'conversation', 'sheet-import'],
  'contact-lists': ['sheet-import'],
  campaigns: ['templates'],
  schedules: ['templates'],
  kanban: ['tickets'],
  connections: ['first-steps', 'queues', 'templates'],
  queues: ['first-steps'],
  integrations: ['dead-turns'],
  prompts: ['dead-turns'],
  dashboard: ['first-steps'],
  'message-costs': ['dashboard'],
  plans: ['billing'],
  users: ['queues'],
  settings: ['billing', 'companies', 'helps', 'plans'],
}

const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })

module.exports = {
  forbidden: [
    // Type-only imports do not exist at run time.
    rule(
      'no-cycles',
      'Break the cycle: merge the modules, or invert one import.',
      { pathNot: TEST },
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule(
      'services-import-no-service',
      'Services meet over gRPC and events (@balcao/contracts), never by import.',
      { path: SERVICE },
      { path: '^services/(?!shared)[^/]+/', pathNot: '^services/$1/' },
    ),
    rule(
      'core-knows-no-wire-and-no-driver',
      'Rules and use cases see ports. Move this to an edge or an adapter.',
      { path: FEATURE, pathNot: [EDGE, TEST] },
      { path: ['^services/shared/platform/', '^services/[^/]+/src/adapters/', DRIVERS] },
    ),
    rule(
      'edges-do-not-touch-adapters',
      'An edge is handed its ports by service.ts.',
      { path: EDGE, pathNot: '^services/shared/' },
      { path: '/src/adapters/' },
    ),
    rule(
      'features-only-through-index',
      'Enter another feature through its index.ts.',
      { path: FEATURE, pathNot: TEST },
      { path: FEATURE, pathNot: ['^services/$1/src/features/$2/', '/index\\.ts$'] },
    ),
    rule(
      'adapters-implement-ports-only',
      'Import the port; it re-exports the nouns it speaks.',
      { path: '^services/[^/]+/src/adapters/', pathNot: TEST },
      // The driver's port is a feature of its own, in several files.
      { path: '/src/features/', pathNot: ['\\.(store|port)\\.ts$', '/whatsapp-driver/index\\.ts$'] },
    ),
    rule(
      'kernel-and-contracts-import-nothing-above',
      'contracts and kernel import nothing of ours but each other, downward.',
      { path: '^services/shared/(kernel|contracts)/src/', pathNot: TEST },
      { path: '^services/(?!shared/(kernel|contracts)/)' },
    ),
    rule(
      'contracts-are-browser-safe',
      'The browser imports contracts; keep kernel out of them.',
      { path: '^services/shared/contracts/src/', pathNot: TEST },
      { path: '^services/shared/kernel/' },
    ),
    rule(
      'routes-carry-no-validator',
      'The web client is made from routes: import schemas there as types only.',
      { path: '^services/shared/contracts/src/http/(route|[^/]+\\.routes)\\.ts$' },
      {
        path: ['(^|/)node_modules/yup/', '/contracts/src/http/(fields|endpoint|[^/]+\\.http)\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'integrations-call-the-api-only',
      'A program outside of the desk knows its public API and nothing else.',
      { path: '^integrations/', pathNot: TEST },
      { path: '^(services|web)/' },
    ),
    rule(
      'no-product-code-imports-integrations',
      'Integrations are programs outside of the desk.',
      { path: '^(services|web)/', pathNot: TEST },
      { path: '^integrations/' },
    ),
    rule(
      'platform-serves-every-service',
      'The platform knows no service.',
      { path: '^services/shared/platform/' },
      { path: '^services/(?!shared/)' },
    ),
    rule(
      'standalone-imports-service-files-only',
      'The single machine knows a service by its service.ts.',
      { path: '^services/standalone/src/' },
      { path: SERVICE, pathNot: '/src/(service|seed)\\.ts$' },
    ),
    rule(
      'packages-only-through-index',
      'Import @balcao/<package>, not a file inside it.',
      { path: '^services/(shared/[^/]+|[^/]+)/', pathNot: 'jest-global-' },
      {
        path: '^services/shared/([^/]+)/src/',
        pathNot: ['^services/$1/', '^services/shared/[^/]+/src/(index|wire|fakes)\\.ts$'],
      },
    ),
    rule(
      'spreadsheet-readers-stay-in-their-process',
      'What reads files of strangers runs in the process of sheet-program.ts; services use ChildSheetReader.',
      { path: '^services/', pathNot: [TEST, '/platform/src/sheets/', '^services/shared/testkit/'] },
      {
        path: [
          '(^|/)node_modules/(@e965/xlsx|yauzl)/',
          '/platform/src/sheets/(sheet-program|read-xlsx?)\\.ts$',
        ],
      },
    ),
    rule(
      'services-do-not-load-spreadsheet-readers',
      'These two are loaded by every service.',
      { path: '/platform/src/sheets/(index|child-sheet-reader|pg-sheet-import-store)\\.ts$' },
      { path: '/platform/src/sheets/(sheet-program|read-xlsx?|parse-xml|zip-file|compound-file)\\.ts$' },
    ),
    rule(
      'testkit-stays-in-tests',
      'Production code must not see the testkit.',
      { pathNot: [TEST, '^services/shared/testkit/', '^scripts/', 'jest\\.config\\.js$'] },
      { path: '^services/shared/testkit/' },
    ),
    rule(
      'web-sees-contracts-only',
      'The browser may know @balcao/contracts and nothing else of the server.',
      { path: '^web/', pathNot: TEST },
      { path: '^services/(?!shared/contracts/)' },
    ),
    rule(
      'web-ui-and-lib-import-nothing-above',
      'app > features > data > ui, lib.',
      { path: '^web/src/(ui|lib)/' },
      { path: '^web/src/(app|features|data)/' },
    ),
    rule(
      'web-data-below-features',
      'data/ serves features and does not know them.',
      { path: '^web/src/data/' },
      { path: '^web/src/(app|features)/' },
    ),
    rule(
      'web-features-below-app',
      'Pass it in from app/, as a prop or a slot.',
      { path: '^web/src/features/', pathNot: TEST },
      { path: '^web/src/app/' },
    ),
    rule(
      'web-features-only-through-index',
      'Enter another feature through its index.ts.',
      { path: '^web/src/features/([^/]+)/', pathNot: TEST },
      { path: '^web/src/features/([^/]+)/', pathNot: ['^web/src/features/$1/', '/index\\.tsx?$'] },
    ),
    rule(
      'web-only-listed-feature-imports',
      'Compose the two screens in app/, or list the import in WEB_FEATURE_IMPORTS.',
      {
        path: '^web/src/features/([^/]+)/',
        pathNot: [TEST, `^web/src/features/(${Object.keys(WEB_FEATURE_IMPORTS).join('|')})/`],
      },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    ...Object.entries(WEB_FEATURE_IMPORTS).map(([feature, allowed]) =>
      rule(
        `web-imports-of-${feature}`,
        `${feature} may import only: ${allowed.join(', ')}.`,
        { path: `^web/src/features/${feature}/`, pathNot: TEST },
        { path: '^web/src/features/', pathNot: `^web/src/features/(${[feature, ...allowed].join('|')})/` },
      ),
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: { path: ['/dist/', '/gen/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
}
