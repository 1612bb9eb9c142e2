import { publicEventKinds, publicEventSchema, type PublicEventKind } from '@balcao/contracts'

import { api, listReferred } from './api'
import type { JsonSchema } from './json-schema'

interface Message {
  name: PublicEventKind
  title: string
  summary: string
  contentType: 'application/json'
  headers: { $ref: string }
  payload: JsonSchema
}

/** The same message as a record of a topic. */
interface TopicMessage extends Omit<Message, 'payload'> {
  bindings: { kafka: object }
  payload: { $ref: string }
}

/** The part of AsyncAPI 3.0 that is used here. */
export interface AsyncApi {
  asyncapi: '3.0.0'
  info: { title: string; version: string; description: string; license: { name: string } }
  defaultContentType: 'application/json'
  channels: Record<string, object>
  operations: Record<string, object>
  components: { messages: Record<string, Message | TopicMessage>; schemas: Record<string, JsonSchema> }
}

const meanings: Record<PublicEventKind, string> = {
  'ticket.created': 'A ticket was opened, by a customer or an agent.',
  'ticket.updated': 'A ticket has another status, queue, agent or tag.',
  'ticket.closed': 'A ticket was closed.',
  'ticket.deleted': 'A ticket was deleted with its messages.',
  'message.received': 'A customer has written.',
  'message.sent': 'A message goes to a customer, from an agent, a bot or a program.',
  'message.updated':
    'A message was edited or deleted, has another state on the way to its reader, a reaction, or its file.',
  'contact.created': 'A contact is new.',
  'contact.updated': 'A contact has another name, number or picture, or other details.',
  'contact.deleted': 'A contact was deleted.',
  'connection.status': 'A WhatsApp number is connected, or no longer.',
}

const description = `What happens in a company, for programs outside: posted to the addresses that its administrators register (\`POST /webhooks\`), answered by \`GET /events\`, or written to a Kafka topic of the operator for every company, with the same bodies. Paths are those of \`/docs/openapi.json\`.

Events of a ticket come in the order of \`sequence\`, each at least once: remember \`id\`. Answer 2xx within ten seconds; what is not taken is repeated for 72 hours and then parked. A post of \`POST /webhooks/{id}/test\` has the event \`test\`, which is none of these.

New kinds, and new members of known ones, come without notice: ignore what you do not know.`

const headers: JsonSchema = {
  type: 'object',
  required: ['balcao-signature', 'balcao-delivery'],
  properties: {
    'balcao-signature': {
      type: 'string',
      description:
        '`t={seconds},v1={hex HMAC-SHA256 of "{t}.{body}"}` with the webhook’s secret; a second `v1` for a day after the secret was rotated.',
    },
    'balcao-delivery': { type: 'string', description: 'The `id` of the event.' },
  },
}

const topicHeaders: JsonSchema = {
  type: 'object',
  required: ['id', 'event', 'company-id', 'sequence', 'schema', 'content-type'],
  properties: {
    id: { type: 'string', description: 'The `id` of the event: a record may come again under it.' },
    event: {
      type: 'string',
      enum: [...publicEventKinds],
      description: 'The kind; new ones come without notice.',
    },
    'company-id': { type: 'string', description: 'The `companyId` of the event.' },
    sequence: { type: 'string', description: 'The `sequence` of the event, which rises for each company.' },
    schema: { type: 'string', const: publicEventSchema, description: 'What the body is.' },
    'content-type': { type: 'string', const: 'application/json' },
  },
}

const topicKey: JsonSchema = {
  type: 'string',
  description: 'The company, and what must keep its order, as in `1/ticket:42`.',
}

/* The member of the union whose `event` it is: made of the same type that the code fills. */
function findPayload(kind: PublicEventKind): JsonSchema {
  const found = api.schemas['PublicEvent']?.anyOf?.find(
    ({ properties }) => properties?.['event']?.const === kind,
  )
  if (!found) throw new Error(`PublicEvent has no ${kind}: run npm run codegen`)
  return found
}

const buildMessage = (kind: PublicEventKind): Message => ({
  name: kind,
  title: kind,
  summary: meanings[kind],
  contentType: 'application/json',
  headers: { $ref: '#/components/schemas/EventHeaders' },
  payload: findPayload(kind),
})

const buildTopicMessage = (kind: PublicEventKind): TopicMessage => ({
  ...buildMessage(kind),
  headers: { $ref: '#/components/schemas/RecordHeaders' },
  payload: { $ref: `#/components/messages/${kind}/payload` },
  bindings: { kafka: { key: topicKey, bindingVersion: '0.5.0' } },
})

/** The AsyncAPI document of what webhooks are posted and topics get, from the types of the events. */
export function buildAsyncApi(version: string): AsyncApi {
  const messages = Object.fromEntries(publicEventKinds.map((kind) => [kind, buildMessage(kind)]))
  const records = Object.fromEntries(
    publicEventKinds.map((kind) => [`record.${kind}`, buildTopicMessage(kind)]),
  )
  return {
    asyncapi: '3.0.0',
    info: { title: 'Balcão events', version, description, license: { name: 'MIT' } },
    defaultContentType: 'application/json',
    channels: {
      webhook: {
        // Each company registers its own.
        address: null,
        description: 'A webhook of a company, which gets the kinds that it has chosen.',
        messages: Object.fromEntries(
          publicEventKinds.map((kind) => [kind, { $ref: `#/components/messages/${kind}` }]),
        ),
      },
      topic: {
        // The operator names it.
        address: null,
        description:
          'The topic with the events of every company (`KAFKA_PUBLIC_EVENTS_TOPIC`), in order for each key.',
        messages: Object.fromEntries(
          publicEventKinds.map((kind) => [kind, { $ref: `#/components/messages/record.${kind}` }]),
        ),
      },
    },
    operations: {
      postEvent: {
        action: 'send',
        channel: { $ref: '#/channels/webhook' },
        summary: 'The desk posts an event.',
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
        messages: publicEventKinds.map((kind) => ({ $ref: `#/channels/webhook/messages/${kind}` })),
      },
      writeEvent: {
        action: 'send',
        channel: { $ref: '#/channels/topic' },
        summary: 'The desk writes an event to the operator’s topic.',
        bindings: { kafka: { bindingVersion: '0.5.0' } },
        messages: publicEventKinds.map((kind) => ({ $ref: `#/channels/topic/messages/${kind}` })),
      },
    },
    components: {
      messages: { ...messages, ...records },
      schemas: { EventHeaders: headers, RecordHeaders: topicHeaders, ...listReferred(messages) },
    },
  }
}

/* Schemas refer to each other within the document that they are in. */
const withDefs = <T>(part: T): T =>
  JSON.parse(JSON.stringify(part).replaceAll('"#/components/schemas/', '"#/$defs/')) as T

/** The JSON Schema of an event's body: what webhooks are posted and the records of a topic contain. */
export const buildEventSchema = (): JsonSchema & { $id: string; $schema: string; $defs: object } => {
  const kinds = publicEventKinds.map((kind) => ({
    title: kind,
    description: meanings[kind],
    ...findPayload(kind),
  }))
  return withDefs({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: publicEventSchema,
    title: 'Balcão public event',
    description:
      'New kinds, and new members of known ones, come without notice: ignore what you do not know.',
    anyOf: kinds,
    $defs: listReferred(kinds),
  })
}
