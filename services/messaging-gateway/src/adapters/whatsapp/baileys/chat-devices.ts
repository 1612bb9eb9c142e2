import type { WASocket } from '@whiskeysockets/baileys'

import type { DeviceLists } from './device-lists'
import type { BaileysModule } from './load-baileys'
import type { OutgoingMessage } from './missed-devices'
import { parseJid, isGroup } from './jids'

export interface ChatDevicesDeps {
  baileys: Pick<BaileysModule, 'jidNormalizedUser' | 'jidEncode'>
  sock: Pick<WASocket, 'getUSyncDevices' | 'assertSessions' | 'relayMessage'>
  me(): { id: string; lid: string }
  lists: DeviceLists
  groups: { members(jid: string): Promise<string[]>; forget(jids: readonly string[]): void }
}

interface Device {
  user: string
  server: string
  device?: number
}

const isHosted = ({ server }: Device) => server.startsWith('hosted')

/** The devices that messages to a chat are encrypted for. */
export class ChatDevices {
  constructor(private readonly deps: ChatDevicesDeps) {}

  /** From the cached device lists; sends no query. */
  async list(chat: string): Promise<{ others: string[]; own: string }> {
    const { baileys, lists } = this.deps
    const members = await this.members(chat)
    const { id, lid } = this.deps.me()
    const own = members.some((member) => member.endsWith('@lid')) ? lid : id
    const devices = members.flatMap((member) => lists.get<Device[]>(parseJid(member)?.user ?? '') ?? [])
    const reached = devices
      .filter((device) => !(isGroup(chat) && isHosted(device)))
      .map(({ user, server, device }) => baileys.jidEncode(user, server as 'lid', device))
    return { others: [...new Set(reached)].filter((jid) => jid !== own), own }
  }

  /** Queries members and devices again. */
  async refresh(chat: string): Promise<void> {
    const { groups, lists, sock } = this.deps
    groups.forget([chat])
    const members = await this.members(chat)
    for (const member of members) lists.del(parseJid(member)?.user ?? '')
    await sock.getUSyncDevices(members, true, false)
  }

  /** Sends a message again under its id, to these devices only; in a group with the sender key. */
  async sendTo({ waId, chat, message }: OutgoingMessage, devices: readonly string[]): Promise<void> {
    const { sock } = this.deps
    await sock.assertSessions([...devices])
    for (const jid of devices)
      await sock.relayMessage(chat, message, { messageId: waId, participant: { jid, count: 1 } })
  }

  /* The library's list of recipients includes our own account: by LID in a chat addressed by LID. */
  private async members(chat: string): Promise<string[]> {
    if (isGroup(chat)) return this.deps.groups.members(chat)
    const { id, lid } = this.deps.me()
    return [this.deps.baileys.jidNormalizedUser(chat.endsWith('@lid') ? lid : id), chat]
  }
}
