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

import { capture, must } from './project.mjs'

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
 * `npm run upgrade` in a clone whose deploy/compose/.env exists. Each release has an image, named by `BALCAO_TAG` in that file; the clone is
 * at the release that runs, so that its compose file and Caddyfile are the release's, too.
 */
export function composeServer(clone) {
  const envFile = path.join(clone, 'deploy/compose/.env')
  const git = (...args) => must('git', ['-C', clone, ...args])
  const docker = (...args) => must('docker', args)
  const compose = (...args) =>
    docker('compose', '-f', path.join(clone, 'deploy/compose/single.yaml'), ...args)
  const tagOf = (release) => release.replaceAll('/', '-')
  const imageOf = (release) => `balcao:${tagOf(release)}`
  const runningTag = () => parseEnv(readFileSync(envFile, 'utf8')).BALCAO_TAG
  const setTag = (tag) => {
    const others = readFileSync(envFile, 'utf8').replace(/^BALCAO_TAG=.*\n?/gm, '')
    writeFileSync(envFile, `${others.replace(/\n?$/, '\n')}BALCAO_TAG=${tag}\n`, { mode: 0o600 })
  }
  const server = {
    ...memory(path.join(clone, '.cache/upgrade.json')),
    log: 'docker compose -f deploy/compose/single.yaml logs desk',
    async current() {
      const { current } = await server.recall()
      return current ?? findRelease(clone)
    },
    async prepare(to) {
      await assertRelease(git, to)
      const { stdout } = await capture('git', ['-C', clone, 'status', '--porcelain', '--untracked-files=no'])
      if (stdout !== '')
        throw new Error(`files of ${clone} were changed: git stash, or commit them\n${stdout}`)
      // The first image was named by the compose file.
      const current = await server.current()
      const { version } = JSON.parse(readFileSync(path.join(clone, 'package.json'), 'utf8'))
      if (runningTag() !== tagOf(current))
        await docker('tag', `balcao:${runningTag() ?? version}`, imageOf(current))
      const folder = path.join(clone, '.cache/releases', tagOf(to))
      if (!existsSync(folder)) await git('worktree', 'add', '--detach', '--force', folder, to)
      await docker(
        'build',
        '-f',
        path.join(folder, 'deploy/docker/machine.Dockerfile'),
        '-t',
        imageOf(to),
        folder,
      )
      await git('worktree', 'remove', '--force', folder)
    },
    async backUp(to) {
      const target = `/backups/${backupName(to)}`
      await compose('exec', '-T', 'desk', 'node', 'scripts/backup.mjs', target)
      return target
    },
    async switchTo(release) {
      await git('checkout', '--detach', '--quiet', release)
      setTag(tagOf(release))
      await compose('up', '-d', '--no-build', '--wait', '--wait-timeout', String(HEALTHY_WITHIN_S))
    },
    // `--wait` waited for the container's own check.
    isHealthy: async () => true,
  }
  return server
}

/* The tag at which the clone is, or its commit. */
async function findRelease(clone) {
  const tag = await capture('git', ['-C', clone, 'describe', '--tags', '--exact-match'])
  if (tag.code === 0) return tag.stdout.trim()
  const { stdout } = await capture('git', ['-C', clone, 'rev-parse', '--short', 'HEAD'])
  return stdout.trim()
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
