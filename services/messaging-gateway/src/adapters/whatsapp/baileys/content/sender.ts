/** Our own number and privacy id as jids; '' while one is not known. */
export interface OwnAccount {
  pn: string
  lid: string
}

/** What the server wrote on the outside of a message. '' for what is absent. */
export interface Envelope {
  from: string
  /** Who wrote, in a group or a broadcast. */
  participant: string
  /** The chat, on a copy of what another device of ours sent. */
  recipient: string
  /** The author's other name, as the server tells it: number for a privacy id, or the reverse. */
  authorAlt: string
  /** Who takes it for ours, by whatever rule. */
  claimsFromMe: boolean
}

export interface Sender {
  /** The chat's jid, without a device. */
  chat: string
  /** Who wrote, without a device. */
  author: string
  authorAlt: string
  isOurs: boolean
  isGroup: boolean
}

const numberServers = ['s.whatsapp.net', 'c.us', 'hosted']
const lidServers = ['lid', 'hosted.lid']

interface Person {
  user: string
  isLid: boolean
}

function personOf(jid: string): Person | undefined {
  const [, user = '', server = ''] = /^(\d{1,20})(?:_\d+)?(?::\d+)?@([a-z.]+)$/.exec(jid) ?? []
  if (lidServers.includes(server)) return { user, isLid: true }
  return numberServers.includes(server) ? { user, isLid: false } : undefined
}

/** A jid without its device; hosted devices are the person's own. Everything but a person stays as it is. */
export function bareJid(jid: string): string {
  const person = personOf(jid)
  return person ? `${person.user}@${person.isLid ? 'lid' : 's.whatsapp.net'}` : jid
}

/** Whether both name one person. The same digits as a number and as a privacy id are two people. */
export const isSamePerson = (left: string, right: string): boolean =>
  personOf(left) !== undefined && bareJid(left) === bareJid(right)

export const isOwn = (jid: string, own: OwnAccount): boolean =>
  isSamePerson(jid, own.pn) || isSamePerson(jid, own.lid)

const isGroup = (jid: string) => jid.endsWith('@g.us')
const hasWriters = (jid: string) => isGroup(jid) || jid.endsWith('@broadcast')

/* In a chat of two only our own devices may say that a message went to somebody else. */
function chatOfTwo({ from, recipient }: Envelope, own: OwnAccount): string | undefined {
  if (recipient === '') return bareJid(from)
  return isOwn(from, own) ? bareJid(recipient) : undefined
}

/* What somebody sends to a broadcast list of theirs arrives in the chat with them. */
function chatOf(envelope: Envelope, own: OwnAccount): string | undefined {
  const { from, participant } = envelope
  if (!hasWriters(from)) return chatOfTwo(envelope, own)
  const isList = !isGroup(from) && from !== 'status@broadcast'
  return isList && !isOwn(participant, own) ? bareJid(participant) : from
}

/** Who wrote, and where, by the server's word alone. Undefined for an envelope that contradicts itself. */
export function senderOf(envelope: Envelope, own: OwnAccount): Sender | undefined {
  const { from, participant } = envelope
  const author = hasWriters(from) ? participant : from
  if (author === '') return undefined
  const chat = chatOf(envelope, own)
  const isOurs = isOwn(author, own)
  if (chat === undefined || (envelope.claimsFromMe && !isOurs)) return undefined
  return {
    chat,
    author: bareJid(author),
    authorAlt: bareJid(envelope.authorAlt),
    isOurs,
    isGroup: isGroup(chat),
  }
}
