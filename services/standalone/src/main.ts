import { stopOnSignals } from '@balcao/platform'

import { readAllConfigs } from './all-services'
import { readEnvironment } from './config'
import { demoLogins, seedDemo } from './demo/seed-demo'
import { startMachineMetrics } from './machine-metrics'
import { NightlyBackups } from './nightly-backups'
import { terminalReport as report } from './terminal-report'
import { startDesk } from './start-desk'

/** The whole desk in one process. */
async function main(): Promise<void> {
  const { standalone, services } = readAllConfigs(readEnvironment())
  const starting = startDesk(standalone, services, report)
  let backups: NightlyBackups | undefined
  const metrics = startMachineMetrics({ data: standalone.dataDir, backups: standalone.backups?.folder })
  const stop = async () => {
    await metrics.stop()
    await backups?.stop()
    await (await starting).stop()
  }
  // Registered first: a Ctrl-C while the database starts must stop it.
  stopOnSignals(stop)
  const desk = await starting
  try {
    const hasDemo =
      standalone.demo !== 'off' && (await seedDemo(desk, standalone.demo, report, services.tickets))
    report.ready(desk.url, hasDemo ? demoLogins : [])
    if (standalone.backups) backups = new NightlyBackups(standalone.backups).start()
  } catch (error) {
    await stop()
    throw error
  }
}

main().catch((error: unknown) => {
  report.failed(error)
  process.exitCode = 1
})
