import type { CompanyId, MessageId } from '@balcao/contracts'
import type {
  AdReply,
  Choice,
  Choices,
  FilledTemplate,
  Location,
  Media,
  QuotedMessage,
  TemplateParameter,
} from '@balcao/contracts/wire'
import type { Schema } from 'mongoose'

import type { EarlierBody } from '../../features/messages/message-documents.port'

/** A message's content in MongoDB. */
export interface MessageRecord {
  _id: MessageId
  companyId: CompanyId
  /** Of its content: raised by each change. Absent from documents that were written before there were revisions. */
  revision?: number
  body: string
  vcard: string
  senderName: string
  media?: Media
  quoted?: QuotedMessage
  location?: Location
  ad?: AdReply
  template?: FilledTemplate
  choices?: Choices
  choiceId?: string
  transcript?: string
  earlier?: EarlierBody[]
}

/**
 * Nothing that the types do not name is kept, and no index but `_id`: reads name ids, and ids are in order of time. Every command names the company, too:
 * shard by `{ companyId: 1, _id: 1 }`.
 * @param schemas mongoose's class, which is loaded only where MongoDB is used.
 */
export function messageSchema(schemas: typeof Schema): Schema<MessageRecord> {
  const part = { _id: false } as const
  const earlier = new schemas<EarlierBody>({ body: String, until: String }, part)
  return new schemas<MessageRecord>(
    {
      _id: { type: String, required: true },
      companyId: { type: Number, required: true },
      revision: Number,
      body: String,
      vcard: String,
      senderName: String,
      media: mediaSchema(schemas, part),
      quoted: new schemas<QuotedMessage>(
        { id: String, body: String, kind: String, fromMe: Boolean, senderName: String },
        part,
      ),
      location: new schemas<Location>(
        { latitude: Number, longitude: Number, name: String, address: String },
        part,
      ),
      ad: new schemas<AdReply>(
        { title: String, body: String, url: String, sourceType: String, sourceId: String, thumbnail: String },
        part,
      ),
      template: templateSchema(schemas, part),
      choices: choicesSchema(schemas, part),
      choiceId: String,
      transcript: String,
      earlier: { type: [earlier], default: undefined },
    },
    { collection: 'message_documents', versionKey: false, autoIndex: false, autoCreate: false },
  )
}

const mediaSchema = (schemas: typeof Schema, part: { readonly _id: false }) =>
  new schemas<Media>(
    {
      key: String,
      name: String,
      mimeType: String,
      sizeBytes: Number,
      width: Number,
      height: Number,
      durationSeconds: Number,
      waveform: String,
      thumbnail: String,
    },
    part,
  )

const templateSchema = (schemas: typeof Schema, part: { readonly _id: false }) =>
  new schemas<FilledTemplate>(
    {
      name: String,
      language: String,
      parameters: [
        new schemas<TemplateParameter>(
          { part: String, index: Number, buttonType: String, name: String, text: String },
          part,
        ),
      ],
    },
    part,
  )

const choicesSchema = (schemas: typeof Schema, part: { readonly _id: false }) =>
  new schemas<Choices>(
    {
      kind: String,
      text: String,
      button: String,
      options: [new schemas<Choice>({ id: String, title: String, description: String }, part)],
      url: String,
    },
    part,
  )
