import { rm } from 'node:fs/promises'

export default async function stopTestPostgres(): Promise<void> {
  const running = globalThis.balcaoTestPostgres
  if (!running) return
  await running.server.stop()
  await rm(running.folder, { recursive: true, force: true })
}
