// The two kinds of single server, as the steps of an upgrade want them: containers of compose, or a unit of systemd.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'

import { must } from './project.mjs'

const HEALTHY_WITHIN_S = 300
const stamp = () => `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`
const backupName = (to) => `before-${to.replaceAll('/', '-')}-${stamp()}`

/* What is known of the last upgrade, in a file beside the releases. */
const memory = (file) => ({
  recall: async () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}),
  async remember(state) {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`)
    renameSync(`${file}.new`, file)
  },
})

async function assertRelease(git, to) {
  try {
    await git('rev-parse', '--verify', '--quiet', `${to}^{commit}`)
  } catch {
    throw new Error(`${to} is no release here: git fetch --tags, and git tag lists them`)
  }
}

/**
 * `npm run upgrade` in a clone whose deploy/compose/.env exists. An image for each release, named by `BALCAO_TAG` in that file; the
 * clone stays at the release that runs.
 */
export function composeServer(clone) {
  const envFile = path.join(clone, 'deploy/compose/.env')
  const git = (...args) => must('git', ['-C', clone, ...args])
  const compose = (tag, ...args) =>
    must('docker', ['compose', '-f', path.join(clone, 'deploy/compose/single.yaml'), ...args], {
      env: { ...process.env, BALCAO_TAG: tag },
    })
  const tagOf = (release) => release.replaceAll('/', '-')
  const runningTag = () => parseEnv(readFileSync(envFile, 'utf8')).BALCAO_TAG
  const setTag = (tag) => {
    const others = readFileSync(envFile, 'utf8').replace(/^BALCAO_TAG=.*\n?/gm, '')
    writeFileSync(envFile, `${others.replace(/\n?$/, '\n')}BALCAO_TAG=${tag}\n`, { mode: 0o600 })
  }
  const memoryFile = memory(path.join(clone, '.cache/upgrade.json'))
  return {
    ...memoryFile,
    log: 'docker compose -f deploy/compose/single.yaml logs desk',
    current: async () => {
      const { current } = await memoryFile.recall()
      return (
        current ?? runningTag() ?? JSON.parse(readFileSync(path.join(clone, 'package.json'), 'utf8')).version
      )
    },
    async prepare(to) {
      await assertRelease(git, to)
      // The image of the release that runs has a name that the next build does not take.
      const from = path.join(clone, '.cache/releases', tagOf(to))
      if (!existsSync(from)) await git('worktree', 'add', '--detach', '--force', from, to)
      await must('docker', [
        'build',
        '-f',
        path.join(from, 'deploy/docker/machine.Dockerfile'),
        '-t',
        `balcao:${tagOf(to)}`,
        from,
      ])
    },
    async backUp(to) {
      const target = `/backups/${backupName(to)}`
      const tag = runningTag() ?? ''
      await compose(tag, 'exec', '-T', 'desk', 'node', 'scripts/backup.mjs', target)
      return target
    },
    async switchTo(release) {
      setTag(tagOf(release))
      await compose(
        tagOf(release),
        'up',
        '-d',
        '--no-build',
        '--wait',
        '--wait-timeout',
        String(HEALTHY_WITHIN_S),
      )
    },
    // `--wait` waited for the container's own check.
    isHealthy: async () => true,
  }
}

const answers = async (url) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

async function waitUntilReady(url, withinMs) {
  const until = performance.now() + withinMs
  while (performance.now() < until) {
    if (await answers(url)) return true
    await sleep(500)
  }
  return false
}

/**
 * A server with the unit deploy/systemd/balcao.service: releases in `<base>/releases`, of which `<base>/current` points to one, all of the
 * clone `<base>/repository`. @param asDesk words before a command that run it as the desk's account
 */
export function systemdServer({
  base,
  envFile,
  systemctl = ['systemctl'],
  asDesk = ['runuser', '-u', 'balcao', '--'],
  healthyWithinMs = HEALTHY_WITHIN_S * 1_000,
}) {
  const git = (...args) => must('git', ['-C', path.join(base, 'repository'), ...args])
  const folderOf = (release) => path.join(base, 'releases', release.replaceAll('/', '-'))
  const current = path.join(base, 'current')
  const settings = () => parseEnv(readFileSync(envFile, 'utf8'))
  const node = process.execPath
  return {
    ...memory(path.join(base, 'upgrade.json')),
    log: 'journalctl -u balcao',
    current: async () => path.basename(readlinkSync(current)),
    async prepare(to) {
      await assertRelease(git, to)
      const folder = folderOf(to)
      if (!existsSync(folder)) await git('worktree', 'add', '--detach', '--force', folder, to)
      // Of the release itself. The desk's account may read it and nothing else.
      await must(node, [path.join(folder, 'scripts/install.mjs')], { cwd: folder })
      await must(node, [path.join(folder, 'scripts/build.mjs')], { cwd: folder })
    },
    async backUp(to) {
      const { BACKUP_DIR } = settings()
      if (!BACKUP_DIR) throw new Error(`BACKUP_DIR is not set in ${envFile}`)
      const target = path.join(BACKUP_DIR, backupName(to))
      const [program, ...words] = [...asDesk, node, `--env-file=${envFile}`]
      await must(program, [...words, path.join(current, 'scripts/backup.mjs'), target], { cwd: current })
      return target
    },
    async switchTo(release) {
      const folder = folderOf(release)
      if (!existsSync(folder)) throw new Error(`${folder} is not there`)
      symlinkSync(folder, `${current}.new`)
      renameSync(`${current}.new`, current)
      const [program, ...words] = systemctl
      await must(program, [...words, 'restart', 'balcao'])
    },
    isHealthy: () => waitUntilReady(`http://127.0.0.1:${settings().PORT || 8080}`, healthyWithinMs),
  }
}
