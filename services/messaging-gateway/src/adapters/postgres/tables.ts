import { connections } from './connection-table'
import { mediaFetches } from './media-fetch-table'
import { placeholders } from './placeholder-table'

/** Every table with a map; a test compares them with what the migrations made. */
export const tables = [connections, mediaFetches, placeholders]
