import { GraphError } from './graph-error'

/**
 * Version and rest of a path. A path without a version, and one of a version that has ended, are answered as the oldest version
 * (docs/graph-api/guides/versioning, 2025-06). @throws {GraphError} 2500 for a version that does not exist yet.
 */
export function parseVersion(
  pathname: string,
  { oldest, newest }: { oldest: number; newest: number },
): { version: number; path: string[] } {
  const parts = pathname.split('/').filter((part) => part !== '')
  const asked = /^v(\d{1,3})\.\d$/.exec(parts[0] ?? '')?.[1]
  if (asked === undefined) return { version: oldest, path: parts }
  if (Number(asked) > newest)
    throw new GraphError(2500, { message: `Unknown path components: ${pathname}`, details: '' })
  return { version: Math.max(Number(asked), oldest), path: parts.slice(1) }
}
