import { createApi } from '@reduxjs/toolkit/query/react'

import { deskBaseQuery } from './base-query'
import { cacheTags } from './tags'

/**
 * The server's state in the browser. Resources add their endpoints with `api.injectEndpoints` in their own
 * `<resource>.api.ts`; the socket patches the cache in `<resource>.live.ts`.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: deskBaseQuery.query,
  tagTypes: cacheTags,
  // Unused data is dropped after 5 minutes; data in use is kept fresh by the socket.
  keepUnusedDataFor: 300,
  endpoints: () => ({}),
})
