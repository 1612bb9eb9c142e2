import type { proto } from '@whiskeysockets/baileys'

import type { MessageMark } from '../../../../features/whatsapp-driver'
import { toText, type Reading } from './content'
import {
  readButtonResponse,
  readButtons,
  readInteractive,
  readInteractiveResponse,
  readList,
  readListResponse,
  readProduct,
  readStructured,
  readTemplate,
  readTemplateReply,
} from './read-choices'
import { readContact, readContacts } from './read-contacts'
import { readAudio, readDocument, readImage, readSticker, readVideo } from './read-media'
import { readInvoice, readOrder, readPayment, readPaymentRequest } from './read-money'
import {
  readCallLog,
  readChannelInvite,
  readEvent,
  readGroupInvite,
  readPoll,
  readPollResult,
  readRichResponse,
  readScheduledCall,
  readStickerPack,
} from './read-notices'
import { readLiveLocation, readLocation } from './read-location'
import { readReaction } from './read-protocol'
import { sanitizeText } from './sanitize-values'

/** A field that wraps another message. */
export interface Wrapper {
  /** The inner message; `nothing` when it repeats a message that was already reported. */
  unwrap(value: unknown): proto.IMessage | 'nothing' | undefined
  mark?: MessageMark
}

type Field = keyof proto.IMessage
type Value<F extends Field> = NonNullable<proto.IMessage[F]>

/**
 * How a field is handled. `nothing`: protocol traffic that no phone displays. `unsupported`: phones display it, but
 * this build cannot read it. `aside`: accompanies a message and is not one.
 */
type FieldHandling<F extends Field> =
  ((value: Value<F>) => Reading) | Wrapper | 'nothing' | 'unsupported' | 'aside'

const readInner = (value: unknown): proto.IMessage | undefined =>
  (value as proto.Message.IFutureProofMessage | undefined)?.message ?? undefined

const unwraps: Wrapper = { unwrap: readInner }

const unwrapsMarked = (mark: MessageMark): Wrapper => ({ unwrap: readInner, mark })

/* Association types of a second version of an earlier file: HD and HEVC videos, motion photos, HD images. */
const secondVersions = [5, 10, 12, 19]

const unwrapsChild: Wrapper = {
  unwrap(value) {
    const child = readInner(value)
    const association = child?.messageContextInfo?.messageAssociation?.associationType
    return association != null && secondVersions.includes(association) ? 'nothing' : child
  },
}

const readText = (text: string | null | undefined): Reading => toText(sanitizeText(text))

/** Every field of a message in the pinned protocol version: a new field does not compile until it is listed here. */
export const fields: { [F in Field]-?: FieldHandling<F> } = {
  conversation: readText,
  extendedTextMessage: ({ text }) => readText(text),

  imageMessage: readImage,
  videoMessage: readVideo,
  ptvMessage: readVideo,
  audioMessage: readAudio,
  documentMessage: readDocument,
  stickerMessage: readSticker,
  stickerPackMessage: readStickerPack,
  locationMessage: readLocation,
  liveLocationMessage: readLiveLocation,
  contactMessage: readContact,
  contactsArrayMessage: readContacts,

  // `readContent` reads it together with the message inside.
  protocolMessage: () => ({ as: 'nothing' }),
  reactionMessage: readReaction,

  pollCreationMessage: readPoll,
  pollCreationMessageV2: readPoll,
  pollCreationMessageV3: readPoll,
  pollCreationMessageV5: readPoll,
  pollResultSnapshotMessage: readPollResult,
  pollResultSnapshotMessageV3: readPollResult,
  eventMessage: readEvent,
  scheduledCallCreationMessage: readScheduledCall,
  groupInviteMessage: readGroupInvite,
  newsletterAdminInviteMessage: readChannelInvite,
  newsletterFollowerInviteMessageV2: readChannelInvite,
  callLogMesssage: readCallLog,

  listMessage: readList,
  listResponseMessage: readListResponse,
  buttonsMessage: readButtons,
  buttonsResponseMessage: readButtonResponse,
  templateMessage: readTemplate,
  templateButtonReplyMessage: readTemplateReply,
  highlyStructuredMessage: readStructured,
  interactiveMessage: readInteractive,
  interactiveResponseMessage: readInteractiveResponse,
  richResponseMessage: readRichResponse,

  productMessage: readProduct,
  orderMessage: readOrder,
  invoiceMessage: readInvoice,
  sendPaymentMessage: readPayment,
  requestPaymentMessage: readPaymentRequest,
  declinePaymentRequestMessage: () => toText('💳 Pedido de pagamento recusado'),
  cancelPaymentRequestMessage: () => toText('💳 Pedido de pagamento cancelado'),
  paymentInviteMessage: () => toText('💳 Convite para usar pagamentos'),
  requestPhoneNumberMessage: () => toText('📱 Pediu o seu número de telefone'),

  questionResponseMessage: ({ text }) => readText(text),
  statusQuestionAnswerMessage: ({ text }) => readText(text),
  statusQuotedMessage: ({ text }) => readText(text),

  deviceSentMessage: unwraps,
  editedMessage: unwraps,
  ephemeralMessage: unwrapsMarked('ephemeral'),
  viewOnceMessage: unwrapsMarked('viewOnce'),
  viewOnceMessageV2: unwrapsMarked('viewOnce'),
  viewOnceMessageV2Extension: unwrapsMarked('viewOnce'),
  botForwardedMessage: unwrapsMarked('forwarded'),
  documentWithCaptionMessage: unwraps,
  groupMentionedMessage: unwraps,
  botInvokeMessage: unwraps,
  lottieStickerMessage: unwraps,
  eventCoverImage: unwraps,
  pollCreationMessageV4: unwraps,
  pollCreationOptionImageMessage: unwraps,
  questionMessage: unwraps,
  questionReplyMessage: unwraps,
  commentMessage: unwraps,
  associatedChildMessage: unwrapsChild,

  // Encrypted a second time with a key that only the phone has, or displayed on the phone only.
  encReactionMessage: 'unsupported',
  encCommentMessage: 'unsupported',
  secretEncryptedMessage: 'unsupported',
  placeholderMessage: 'unsupported',
  bcallMessage: 'unsupported',

  messageContextInfo: 'aside',
  senderKeyDistributionMessage: 'aside',
  fastRatchetKeySenderKeyDistributionMessage: 'aside',

  // Announces how many pictures follow; each is a separate message.
  albumMessage: 'nothing',
  // Votes and answers to invitations are encrypted for the phone that created the poll or event.
  pollUpdateMessage: 'nothing',
  encEventResponseMessage: 'nothing',
  call: 'nothing',
  chat: 'nothing',
  keepInChatMessage: 'nothing',
  pinInChatMessage: 'nothing',
  scheduledCallEditMessage: 'nothing',
  stickerSyncRmrMessage: 'nothing',
  messageHistoryBundle: 'nothing',
  messageHistoryNotice: 'nothing',
  limitSharingMessage: 'nothing',
  botTaskMessage: 'nothing',
  // Status posts are ignored, and so are messages that refer to them.
  statusMentionMessage: 'nothing',
  groupStatusMentionMessage: 'nothing',
  groupStatusMessage: 'nothing',
  groupStatusMessageV2: 'nothing',
  statusAddYours: 'nothing',
  statusNotificationMessage: 'nothing',
  statusStickerInteractionMessage: 'nothing',
}
