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

/** A message around a message. */
export interface Wrapper {
  /** What is inside, or that it repeats what was told already. */
  unwrap(value: unknown): proto.IMessage | 'nothing' | undefined
  mark?: MessageMark
}

type Field = keyof proto.IMessage
type Value<F extends Field> = NonNullable<proto.IMessage[F]>

/**
 * What becomes of a field. `nothing`: chatter of the protocol that no person sees. `unsupported`: a person sees it on
 * the phone, and this build cannot read it. `aside`: goes along with a message and is none.
 */
type Fate<F extends Field> = ((value: Value<F>) => Reading) | Wrapper | 'nothing' | 'unsupported' | 'aside'

const inside = (value: unknown): proto.IMessage | undefined =>
  (value as proto.Message.IFutureProofMessage | undefined)?.message ?? undefined

const wraps: Wrapper = { unwrap: inside }

const wrapsMarked = (mark: MessageMark): Wrapper => ({ unwrap: inside, mark })

/* The better or moving twin of a file that came before: HD and HEVC films, motion photos, HD images. */
const twins = [5, 10, 12, 19]

const wrapsChild: Wrapper = {
  unwrap(value) {
    const child = inside(value)
    const association = child?.messageContextInfo?.messageAssociation?.associationType
    return association != null && twins.includes(association) ? 'nothing' : child
  },
}

const readText = (text: string | null | undefined): Reading => words(saneText(text))

/** Every field a message of the pinned protocol can have: a new one does not compile until its fate is decided here. */
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

  // Read with the message inside it, by whoever opens the message.
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

  // Encrypted once more, under a key that only the phone keeps, or shown on the phone only.
  encReactionMessage: 'unsupported',
  encCommentMessage: 'unsupported',
  secretEncryptedMessage: 'unsupported',
  placeholderMessage: 'unsupported',
  bcallMessage: 'unsupported',

  messageContextInfo: 'aside',
  senderKeyDistributionMessage: 'aside',
  fastRatchetKeySenderKeyDistributionMessage: 'aside',

  // An album announces how many pictures follow, each a message of its own.
  albumMessage: 'nothing',
  // Votes and answers to invitations are encrypted for the phone that asked.
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
  // Status posts are ignored, and so is what points at them.
  statusMentionMessage: 'nothing',
  groupStatusMentionMessage: 'nothing',
  groupStatusMessage: 'nothing',
  groupStatusMessageV2: 'nothing',
  statusAddYours: 'nothing',
  statusNotificationMessage: 'nothing',
  statusStickerInteractionMessage: 'nothing',
}
