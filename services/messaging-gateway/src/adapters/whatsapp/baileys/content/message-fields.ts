import type { proto } from '@whiskeysockets/baileys'

import type { MessageMark } from '../../../../features/whatsapp-driver'
import { words, type Reading } from './content'
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
import { readLiveLocation, readLocation } from './read-place'
import { readReaction } from './read-protocol'
import { saneText } from './sane-values'

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
type Fate<F extends Field> = ((value: Value<F>) => Reading) | Wrapper | 'nothing' | 'unsupported' | 'aside'

const inside = (value: unknown): proto.IMessage | undefined =>
  (value as proto.Message.IFutureProofMessage | undefined)?.message ?? undefined

const wraps: Wrapper = { unwrap: inside }

const wrapsMarked = (mark: MessageMark): Wrapper => ({ unwrap: inside, mark })

/* Association types of a second version of an earlier file: HD and HEVC videos, motion photos, HD images. */
const twins = [5, 10, 12, 19]

const wrapsChild: Wrapper = {
  unwrap(value) {
    const child = inside(value)
    const association = child?.messageContextInfo?.messageAssociation?.associationType
    return association != null && twins.includes(association) ? 'nothing' : child
  },
}

const readText = (text: string | null | undefined): Reading => words(saneText(text))

/** Every field of a message in the pinned protocol version: a new field does not compile until it is listed here. */
export const fields: { [F in Field]-?: Fate<F> } = {
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
  declinePaymentRequestMessage: () => words('💳 Pedido de pagamento recusado'),
  cancelPaymentRequestMessage: () => words('💳 Pedido de pagamento cancelado'),
  paymentInviteMessage: () => words('💳 Convite para usar pagamentos'),
  requestPhoneNumberMessage: () => words('📱 Pediu o seu número de telefone'),

  questionResponseMessage: ({ text }) => readText(text),
  statusQuestionAnswerMessage: ({ text }) => readText(text),
  statusQuotedMessage: ({ text }) => readText(text),

  deviceSentMessage: wraps,
  editedMessage: wraps,
  ephemeralMessage: wrapsMarked('ephemeral'),
  viewOnceMessage: wrapsMarked('viewOnce'),
  viewOnceMessageV2: wrapsMarked('viewOnce'),
  viewOnceMessageV2Extension: wrapsMarked('viewOnce'),
  botForwardedMessage: wrapsMarked('forwarded'),
  documentWithCaptionMessage: wraps,
  groupMentionedMessage: wraps,
  botInvokeMessage: wraps,
  lottieStickerMessage: wraps,
  eventCoverImage: wraps,
  pollCreationMessageV4: wraps,
  pollCreationOptionImageMessage: wraps,
  questionMessage: wraps,
  questionReplyMessage: wraps,
  commentMessage: wraps,
  associatedChildMessage: wrapsChild,

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
