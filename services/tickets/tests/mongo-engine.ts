export interface MongoEngine {
  /** The URL of a database of this name. */
  database(name: string): string
}

/** The MongoDB of the environment; undefined where there is none. */
export function mongoForTests(): MongoEngine | undefined {
  const url = process.env['MONGO_URL']
  if (!url) return undefined
  return {
    database: (name) => {
      const own = new URL(url)
      // Credentials belong to the database of the address.
      if (own.username && !own.searchParams.has('authSource'))
        own.searchParams.set('authSource', own.pathname.slice(1) || 'admin')
      own.pathname = `/balcao_test_${name}`
      return own.href
    },
  }
}
