import { proto } from '@whiskeysockets/baileys'

import type { LinkedDevice } from './linked-device'

const Types = proto.Message.ProtocolMessage.Type
const { PLACEHOLDER_MESSAGE_RESEND } = proto.Message.PeerDataOperationRequestType

interface Question {
  device: LinkedDevice
  /** Id of the client's request. */
  requestId: string
  ids: string[]
}

/** Messages that an owner's phone has and its companions do not, and the companions' requests for them. */
export class PhoneMemory {
  /** Requested ids, in order, with repeats. */
  readonly asked: string[] = []
  /** One entry per request. */
  readonly requests: string[][] = []
  private readonly messages = new Map<string, proto.IWebMessageInfo>()
  private open: Question[] = []

  keep(message: proto.IWebMessageInfo): void {
    this.messages.set(message.key?.id ?? '', message)
  }

  /** Handles a companion's peer message. True when it requests messages. */
  hear(
    device: LinkedDevice,
    requestId: string,
    message: proto.Message.IProtocolMessage | null | undefined,
  ): boolean {
    const request = message?.peerDataOperationRequestMessage
    if (request?.peerDataOperationRequestType !== PLACEHOLDER_MESSAGE_RESEND) return false
    const ids = (request.placeholderMessageResendRequest ?? []).map(({ messageKey }) => messageKey?.id ?? '')
    this.asked.push(...ids)
    this.requests.push(ids)
    this.open.push({ device, requestId, ids })
    return true
  }

  /** Answers to all open requests, for the phone to send. Messages that it does not have are left out. */
  takeAnswers(): { device: LinkedDevice; message: proto.IMessage }[] {
    const questions = this.open
    this.open = []
    return questions.map(({ device, requestId, ids }) => ({
      device,
      message: this.buildAnswer(requestId, ids),
    }))
  }

  private buildAnswer(requestId: string, ids: readonly string[]): proto.IMessage {
    const found = ids.flatMap((id) => this.messages.get(id) ?? [])
    return {
      protocolMessage: {
        type: Types.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
        peerDataOperationRequestResponseMessage: {
          stanzaId: requestId,
          peerDataOperationRequestType: PLACEHOLDER_MESSAGE_RESEND,
          peerDataOperationResult: found.map((message) => ({
            placeholderMessageResendResponse: {
              webMessageInfoBytes: proto.WebMessageInfo.encode(message).finish(),
            },
          })),
        },
      },
    }
  }
}
