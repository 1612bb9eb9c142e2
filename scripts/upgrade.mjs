// usage: npm run upgrade -- <release>      (a tag, such as v6.1.0)      backs up, then brings this server to that release
//        npm run rollback                  back to the release before the last upgrade
// In a clone with deploy/compose/.env: the containers of single.yaml. On a server with the systemd unit: as root, BALCAO_FOLDER (/opt/balcao)
// and BALCAO_ENV (/etc/balcao/balcao.env). The new release is built while the old one serves. One that is not healthy after five minutes is
// left by itself. A roll back leaves the schema as it is: migrations only add, and one release back works on it (deploy/runbooks/upgrade.md).
import { existsSync } from 'node:fs'
import path from 'node:path'

import { at, must, root, say } from './support/project.mjs'
import { composeServer, systemdServer } from './support/server-kinds.mjs'
import { rollBack, upgrade } from './support/upgrade-steps.mjs'

const base = process.env.BALCAO_FOLDER || '/opt/balcao'

function findServer() {
  if (existsSync(path.join(base, 'current')))
    return systemdServer({ base, envFile: process.env.BALCAO_ENV || '/etc/balcao/balcao.env' })
  if (existsSync(at('deploy/compose/.env'))) return composeServer(root)
  throw new Error(
    `no server here: neither ${base}/current (systemd) nor deploy/compose/.env (docs/single-server.md)`,
  )
}

const [to] = process.argv.slice(2)
try {
  if (!to || (to.startsWith('-') && to !== '--back'))
    throw new Error('usage: npm run upgrade -- <release>      or: npm run rollback')
  const server = findServer()
  const repository = existsSync(path.join(base, 'current')) ? path.join(base, 'repository') : root
  if (to !== '--back') await must('git', ['-C', repository, 'fetch', '--tags', '--quiet'])
  const isDone = to === '--back' ? await rollBack(server, say) : await upgrade(server, to, say)
  if (!isDone) process.exitCode = 1
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
