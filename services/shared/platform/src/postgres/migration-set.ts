import type { Migration, MigrationSet } from '@balcao/kernel'

/** The migrations of a schema, in the order of their names. @param files what the files of its folder export */
export const migrationSet = (schema: string, files: Readonly<Record<string, Migration>>): MigrationSet => ({
  schema,
  migrations: Object.values(files).toSorted((one, other) => (one.name < other.name ? -1 : 1)),
})
