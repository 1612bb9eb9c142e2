import { freePort } from '@balcao/testkit'

import { chromiumPath } from './support/browser'
import { describeStory } from './support/browser-story'
import { spawnDesk } from './support/spawn-desk'

const inBrowsers = chromiumPath ? describe : describe.skip

inBrowsers('the story on one machine', () =>
  describeStory(async (dataDir) =>
    spawnDesk({
      dataDir,
      port: await freePort(),
      env: { DEMO: 'minimal', LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '0' },
    }),
  ),
)
