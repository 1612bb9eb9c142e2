// Imports nothing, so that unit tests stay fast: only files that called testDatabase have databases to close.
afterAll(async () => {
  for (const database of globalThis.balcaoOpenedDatabases ?? []) await database.close()
})

export {}
