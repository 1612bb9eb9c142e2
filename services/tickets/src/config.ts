import { defineConfig, env, type ConfigOf } from '@balcao/platform'

const MEBIBYTE = 1024 * 1024

/** Where the bodies of messages are stored. */
export type DocumentsChoice = { kind: 'postgres' } | { kind: 'mongo'; url: string }

const documentsChoice = (url: string | undefined): DocumentsChoice =>
  url ? { kind: 'mongo', url } : { kind: 'postgres' }

export const ticketsConfig = defineConfig({
  title: 'tickets',
  fields: {
    MAX_UPLOAD_MB: env.integer({
      min: 1,
      max: 1_024,
      default: 16,
      help: 'Largest file of an upload, in MB.',
    }),
    MONGO_URL: env.optional(
      env.url({
        protocols: ['mongodb', 'mongodb+srv'],
        help: 'A MongoDB for the bodies of messages, with its database. Without it they live in Postgres.',
      }),
    ),
  },
  build: ({ MAX_UPLOAD_MB, MONGO_URL }) => ({
    maxUploadBytes: MAX_UPLOAD_MB * MEBIBYTE,
    documents: documentsChoice(MONGO_URL),
  }),
})

export type TicketsConfig = ConfigOf<typeof ticketsConfig>
