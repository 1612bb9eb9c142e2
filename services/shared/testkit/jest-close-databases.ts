// Loads nothing, so that unit tests stay quick: only files that called testDatabase have something to close.
afterAll(async () => {
  for (const database of globalThis.balcaoOpenedDatabases ?? []) await database.close()
})

export {}
