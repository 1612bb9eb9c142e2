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
    PUBLIC_ORIGINS: env.list({
      default: [],
      help: 'Other origins whose pages may call us with credentials, comma-separated (https://desk.example.com).',
    }),
    PUBLIC_URL: env.optional(
      env.url({
        protocols: ['http', 'https'],
        help: 'Address at which browsers reach us, for clients on PUBLIC_ORIGINS (https://desk.example.com): links to media and pictures\nbegin with it. Without it they are paths. Our own pages are opened at this address, too.',
      }),
    ),
    TICKETS_SEAL_KEY: env.secret({ help: 'Seals the keys of integrations and prompts at rest.' }),
    INTEGRATION_ORIGINS: env.list({
      default: [],
      help: 'Private origins that integrations of every company may call, comma-separated (http://n8n.internal:5678). Others must be public.',
    }),
    OPENAI_URL: env.url({
      protocols: ['http', 'https'],
      default: 'https://api.openai.com/v1',
      help: 'The language models of prompts: any service with the OpenAI API.',
    }),
    OPENAI_MODEL: env.text({ default: 'gpt-4o-mini', help: 'The model of prompts.' }),
    OPENAI_TRANSCRIPTION_MODEL: env.text({
      default: 'whisper-1',
      help: 'The model that writes down what customers say in voice notes to prompts.',
    }),
    SPEECH_URL: env.text({
      default: 'https://{region}.tts.speech.microsoft.com',
      help: 'The speech service of prompts with a voice; {region} is theirs.',
    }),
    DIALOGFLOW_URL: env.url({
      protocols: ['http', 'https'],
      default: 'https://dialogflow.googleapis.com',
      help: 'Where Dialogflow agents are asked.',
    }),
    GOOGLE_TOKEN_URL: env.url({
      protocols: ['http', 'https'],
      default: 'https://oauth2.googleapis.com/token',
      help: 'Where service accounts of Dialogflow log in.',
    }),
    CHARGES_URL: env.url({
      protocols: ['http', 'https'],
      default: 'https://api.asaas.com',
      help: 'The Asaas API where companies with a token look up charges of their customers.',
    }),
    MONGO_URL: env.optional(
      env.url({
        protocols: ['mongodb', 'mongodb+srv'],
        help: 'A MongoDB for the bodies of messages, with its database. Without it they live in Postgres.',
      }),
    ),
  },
  build: (values) => ({
    maxUploadBytes: values.MAX_UPLOAD_MB * MEBIBYTE,
    documents: documentsChoice(values.MONGO_URL),
    sealKey: values.TICKETS_SEAL_KEY,
    assistants: {
      publicOrigin: values.PUBLIC_URL ?? values.PUBLIC_ORIGINS[0],
      origins: values.INTEGRATION_ORIGINS,
      openAiUrl: values.OPENAI_URL,
      openAiModel: values.OPENAI_MODEL,
      openAiTranscriptionModel: values.OPENAI_TRANSCRIPTION_MODEL,
      speechUrl: values.SPEECH_URL,
      dialogflowUrl: values.DIALOGFLOW_URL,
      googleTokenUrl: values.GOOGLE_TOKEN_URL,
      asaasUrl: values.CHARGES_URL,
    },
  }),
})

export type TicketsConfig = ConfigOf<typeof ticketsConfig>
