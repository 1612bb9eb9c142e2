// What an upgrade and a roll back do, in order, whatever runs the desk (compose or systemd).

/**
 * Brings the server to a release: builds it while the old one serves, backs up, switches, waits for health, and goes back by itself
 * where the new one does not become healthy. @param server `current, prepare, backUp, remember, switchTo, isHealthy`
 * @returns whether the new release serves
 * @throws when it could not be built or backed up (nothing was changed), or when neither release becomes healthy
 */
export async function upgrade(server, to, say) {
  const from = await server.current()
  if (from === to) {
    say(`${to} runs already: nothing to do.`)
    return true
  }
  say(`Building ${to}; ${from} serves meanwhile …`)
  await server.prepare(to)
  say('Backing up …')
  const backup = await server.backUp(to)
  // Before the switch: a roll back finds it though this process is killed.
  await server.remember({ current: to, previous: from, backup })
  say(`Backed up to ${backup}. Switching to ${to} …`)
  if (await changeTo(server, to, say)) {
    say(`${to} serves. Back to ${from}: npm run rollback`)
    return true
  }
  await goBack(server, { to: from, failed: to }, backup, say)
  return false
}

/** Back to the release before the last upgrade. The schema stays as the newer one left it. @returns whether it serves */
export async function rollBack(server, say) {
  const { current, previous, backup } = await server.recall()
  if (!previous) throw new Error('there was no upgrade here: nothing to go back to')
  say(`Going back from ${current} to ${previous} …`)
  if (await changeTo(server, previous, say)) {
    await server.remember({ current: previous })
    say(`${previous} serves, on the schema of ${current}.`)
    say(`If it does not work with it, restore the backup from before the upgrade: ${backup}`)
    return true
  }
  await goBack(server, { to: current, failed: previous }, backup, say)
  return false
}

/* A release that cannot even be started is as unhealthy as one that does not answer. */
async function changeTo(server, release, say) {
  try {
    await server.switchTo(release)
  } catch (error) {
    say(error.message)
    return false
  }
  return server.isHealthy()
}

async function goBack(server, { to, failed }, backup, say) {
  say(`${failed} did not become healthy: going back to ${to} …`)
  if (await changeTo(server, to, say)) {
    await server.remember({ current: to })
    say(`${to} serves again. The log of ${failed} says why: ${server.log}`)
    return
  }
  throw new Error(
    `neither ${failed} nor ${to} became healthy: see ${server.log}, then restore ${backup} (deploy/runbooks/backup-and-restore.md)`,
  )
}
