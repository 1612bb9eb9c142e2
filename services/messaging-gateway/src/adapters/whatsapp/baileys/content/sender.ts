/** Our own number and LID as JIDs; '' while one is unknown. */
export interface OwnAccount {
  pn: string
  lid: string
}

/** Attributes of a message's stanza. '' for absent ones. */
export interface Envelope {
  from: string
  /** The author, in a group or a broadcast. */
  participant: string
  /** The chat, on a copy of a message that another device of ours sent. */
  recipient: string
  /** The author's other address as the server states it: the number for a LID, or the reverse. */
  authorAlt: string
  /** Whether the message's key marks it as ours; refused unless the author is ours. */
  claimsFromMe: boolean
}

export interface Sender {
  /** The chat's JID, without a device. */
  chat: string
  /** The author's JID, without a device. */
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

function parsePerson(jid: string): Person | undefined {
  const [, user = '', server = ''] = /^(\d{1,20})(?:_\d+)?(?::\d+)?@([a-z.]+)$/.exec(jid) ?? []
  if (lidServers.includes(server)) return { user, isLid: true }
  return numberServers.includes(server) ? { user, isLid: false } : undefined
}

/** A JID without its device; a hosted device has its person's JID. Addresses that are not a person's stay as they are. */
export function bareJid(jid: string): string {
  const person = parsePerson(jid)
  return person ? `${person.user}@${person.isLid ? 'lid' : 's.whatsapp.net'}` : jid
}

/** Whether both JIDs name one person. The same digits as a number and as a LID are two people. */
export const isSamePerson = (left: string, right: string): boolean =>
  parsePerson(left) !== undefined && bareJid(left) === bareJid(right)

export const isOwn = (jid: string, own: OwnAccount): boolean =>
  isSamePerson(jid, own.pn) || isSamePerson(jid, own.lid)

const isGroup = (jid: string) => jid.endsWith('@g.us')
const hasParticipants = (jid: string) => isGroup(jid) || jid.endsWith('@broadcast')

/* In a chat of two only our own devices may name another recipient. */
function chooseDirectChat({ from, recipient }: Envelope, own: OwnAccount): string | undefined {
  if (recipient === '') return bareJid(from)
  return isOwn(from, own) ? bareJid(recipient) : undefined
}

/* A message to a contact's broadcast list arrives in the chat with that contact. */
function chooseChat(envelope: Envelope, own: OwnAccount): string | undefined {
  const { from, participant } = envelope
  if (!hasParticipants(from)) return chooseDirectChat(envelope, own)
  const isList = !isGroup(from) && from !== 'status@broadcast'
  return isList && !isOwn(participant, own) ? bareJid(participant) : from
}

/** Author and chat, from the server's attributes alone. Undefined for an envelope that contradicts itself. */
export function resolveSender(envelope: Envelope, own: OwnAccount): Sender | undefined {
  const { from, participant } = envelope
  const author = hasParticipants(from) ? participant : from
  if (author === '') return undefined
  const chat = chooseChat(envelope, own)
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
