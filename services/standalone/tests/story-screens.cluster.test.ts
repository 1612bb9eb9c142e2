import path from 'node:path'

import { formatPostgresUrl } from '@balcao/platform'
import { freePort, needsEngines, testDatabase } from '@balcao/testkit'

import { chromiumPath } from './support/browser'
import { describeStory } from './support/browser-story'
import { spawnDesk } from './support/spawn-desk'
import { isolatedNames } from './support/start-cluster'

const COMMAND = path.join(__dirname, '../../../scripts/cluster.mjs')

/* Each agent's socket connects to the next process. */
const inBrowsers = chromiumPath ? needsEngines('kafka', 'redis', 'mongo', 's3') : describe.skip

inBrowsers('the story on eight processes with every engine', () =>
  describeStory(async (dataDir) => {
    const pg = await testDatabase([])
    const desk = await spawnDesk({
      program: [COMMAND, '--replicas', 'realtime=3'],
      dataDir,
      port: await freePort(),
      env: {
        ...isolatedNames(),
        DATABASE_URL: formatPostgresUrl(pg.admin),
        DEMO: 'minimal',
        LOG_LEVEL: 'error',
        RATE_LIMIT_FACTOR: '0',
      },
    })
    pg.onClose(async () => void (await desk.stop()))
    return desk
  }),
)
