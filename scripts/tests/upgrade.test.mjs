import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'

import { composeServer, systemdServer } from '../support/server-kinds.mjs'
import { rollBack, upgrade } from '../support/upgrade-steps.mjs'

const folders = []
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))
const temporaryFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'balcao-upgrade-'))
  folders.push(folder)
  return folder
}

const write = (folder, files) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
}

/* A repository with releases: what an upgrade runs of each is the release's own. */
function makeRepository(folder, releases) {
  const git = (...args) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@t.test', ...args], {
      stdio: 'pipe',
    })
  mkdirSync(folder, { recursive: true })
  git('init', '-q')
  for (const [tag, files] of Object.entries(releases)) {
    write(folder, files)
    git('add', '-A', '-f')
    git('commit', '-q', '-m', tag)
    git('tag', tag)
  }
}

const release = (name, { builds = true, starts = true, backsUp = true } = {}) => ({
  'scripts/install.mjs': '',
  'scripts/build.mjs': builds ? '' : 'throw new Error("no build")',
  'scripts/backup.mjs': backsUp
    ? `import { mkdirSync } from 'node:fs'; mkdirSync(process.argv[2], { recursive: true })`
    : 'throw new Error("no backup")',
  'desk.cjs': starts
    ? `require('http').createServer((q, r) => r.end('${name}')).listen(Number(process.argv[2]), '127.0.0.1')`
    : 'process.exit(1)',
})

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

describe('a server with the systemd unit', () => {
  let base, server, port, lines
  const say = (line) => lines.push(line)
  const serving = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).text()
  const running = () => path.basename(readlinkSync(path.join(base, 'current')))
  const backups = () => readdirSync(path.join(base, 'backups'))

  beforeEach(async () => {
    lines = []
    base = temporaryFolder()
    port = await freePort()
    makeRepository(path.join(base, 'repository'), {
      v1: release('one'),
      v2: release('two'),
      'v3-broken': release('three', { starts: false }),
      'v4-unbuildable': release('four', { builds: false }),
      v5: release('five', { backsUp: false }),
    })
    write(base, {
      'balcao.env': `PORT=${port}\nBACKUP_DIR=${base}/backups\n`,
      // What systemd does: ends the old process, starts what `current` points to.
      systemctl: `#!/bin/sh
[ ! -f ${base}/pid ] || kill $(cat ${base}/pid) 2>/dev/null
"${process.execPath}" ${base}/current/desk.cjs ${port} >/dev/null 2>&1 &
echo $! > ${base}/pid
`,
    })
    mkdirSync(path.join(base, 'backups'))
    chmodSync(path.join(base, 'systemctl'), 0o755)
    server = systemdServer({
      base,
      envFile: path.join(base, 'balcao.env'),
      systemctl: [path.join(base, 'systemctl')],
      asDesk: [],
      healthyWithinMs: 4_000,
    })
    // As the page says for a first install.
    await server.prepare('v1')
    symlinkSync(path.join(base, 'releases/v1'), path.join(base, 'current'))
    await server.switchTo('v1').catch((error) => assert.fail(error))
    assert.equal(await server.isHealthy(), true)
  })
  const end = () => {
    try {
      process.kill(Number(readFileSync(path.join(base, 'pid'), 'utf8')))
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
  }

  it('goes to a release after a backup, and back by one command', async (context) => {
    context.after(end)
    assert.equal(await upgrade(server, 'v2', say), true)
    assert.deepEqual([await serving(), running()], ['two', 'v2'])
    assert.match(backups()[0], /^before-v2-/)
    assert.equal(await rollBack(server, say), true)
    assert.deepEqual([await serving(), running()], ['one', 'v1'])
    await assert.rejects(rollBack(server, say), /no upgrade here/)
  })

  it('goes back by itself where the new release does not become healthy', async (context) => {
    context.after(end)
    assert.equal(await upgrade(server, 'v3-broken', say), false)
    assert.deepEqual([await serving(), running()], ['one', 'v1'])
    assert.match(lines.join('\n'), /v1 serves again/)
  })

  it('changes nothing where the release cannot be built, or is none', async (context) => {
    context.after(end)
    await assert.rejects(upgrade(server, 'v4-unbuildable', say), /no build/)
    await assert.rejects(upgrade(server, 'v9', say), /v9 is no release here/)
    assert.deepEqual([await serving(), running(), backups()], ['one', 'v1', []])
  })

  it('changes nothing where the backup fails', async (context) => {
    context.after(end)
    assert.equal(await upgrade(server, 'v5', say), true)
    await assert.rejects(upgrade(server, 'v2', say), /no backup/)
    assert.equal(running(), 'v5')
  })
})

describe('a server with compose', () => {
  const PATH = process.env.PATH
  after(() => (process.env.PATH = PATH))

  /* Docker is not on every machine: what it would be asked is what is looked at. */
  function build({ failsToServe = [] } = {}) {
    const clone = temporaryFolder()
    const files = (version) => ({
      'package.json': `{"version":"${version}"}`,
      '.gitignore': '/bin\n/calls\n.env\n.cache\n',
    })
    const git = (...args) =>
      execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()
    makeRepository(clone, { v1: files('6.0.0'), v2: files('6.1.0') })
    git('checkout', '-q', 'v1')
    write(clone, {
      'deploy/compose/.env': 'A=1\n',
      'bin/docker': `#!/bin/sh
tag=$(sed -n 's/BALCAO_TAG=//p' ${clone}/deploy/compose/.env)
echo "$tag: $*" >> ${clone}/calls
case "$* $tag" in ${failsToServe.map((tag) => `*' up -d'*${tag}) exit 1 ;;`).join(' ')} esac
exit 0
`,
    })
    chmodSync(path.join(clone, 'bin/docker'), 0o755)
    process.env.PATH = `${clone}/bin:${PATH}`
    const calls = () =>
      readFileSync(path.join(clone, 'calls'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.replaceAll(clone, '.').replace(/before-v2-\S+/, 'before-v2'))
    const runs = () => [
      readFileSync(path.join(clone, 'deploy/compose/.env'), 'utf8'),
      git('describe', '--tags'),
    ]
    return { clone, server: composeServer(clone), calls, runs }
  }

  it('builds beside the running release, backs up, and starts the new image with its compose file', async () => {
    const { server, calls, runs } = build()
    assert.equal(await upgrade(server, 'v2', () => undefined), true)
    assert.deepEqual(calls(), [
      ': tag balcao:6.0.0 balcao:v1',
      ': build -f ./.cache/releases/v2/deploy/docker/machine.Dockerfile -t balcao:v2 ./.cache/releases/v2',
      ': compose -f ./deploy/compose/single.yaml exec -T desk node scripts/backup.mjs /backups/before-v2',
      'v2: compose -f ./deploy/compose/single.yaml up -d --no-build --wait --wait-timeout 300',
    ])
    assert.deepEqual(runs(), ['A=1\nBALCAO_TAG=v2\n', 'v2'])
    assert.equal(await rollBack(server, () => undefined), true)
    assert.deepEqual(runs(), ['A=1\nBALCAO_TAG=v1\n', 'v1'])
  })

  it('goes back by itself, and says it where nothing serves', async () => {
    const broken = build({ failsToServe: ['v2'] })
    assert.equal(await upgrade(broken.server, 'v2', () => undefined), false)
    assert.deepEqual(broken.runs(), ['A=1\nBALCAO_TAG=v1\n', 'v1'])
    const lost = build({ failsToServe: ['v2', 'v1'] })
    await assert.rejects(
      upgrade(lost.server, 'v2', () => undefined),
      /neither v2 nor v1 became healthy: .* restore \/backups\/before-v2/,
    )
  })

  it('touches nothing in a clone with changes', async () => {
    const { clone, server, runs } = build()
    writeFileSync(path.join(clone, 'package.json'), '{"version":"6.0.0-mine"}')
    await assert.rejects(
      upgrade(server, 'v2', () => undefined),
      /package\.json/,
    )
    assert.deepEqual(runs(), ['A=1\n', 'v1'])
  })
})
