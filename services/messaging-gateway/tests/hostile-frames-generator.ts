import type { BinaryNode } from '@whiskeysockets/baileys'

import { seededRandom } from './fake-whatsapp/random'

/** The people in the frames: existing ones, so that some frames pass the first checks. */
export interface Cast {
  jids: readonly string[]
  /** Ids of messages that were sent. */
  waIds: readonly string[]
}

type Attrs = Record<string, string>

const TAGS = ['message', 'receipt', 'notification', 'ack', 'call', 'iq', 'ib', 'presence', 'chatstate']
const UNKNOWN_TAGS = ['-', 'x', 'ack2', 'MESSAGE', 'stream', '__proto__', 'constructor', 'toString', '\u0000']
const ATTRS = [
  'id',
  'from',
  'to',
  'participant',
  'recipient',
  't',
  'type',
  'notify',
  'offline',
  'class',
  'error',
]
const MORE_ATTRS = [
  ...['category', 'edit', 'count', 'xmlns', 'sender_lid', 'sender_pn', 'participant_lid', 'participant_pn'],
  ...[
    'addressing_mode',
    'call-id',
    'call-creator',
    'caller_pn',
    'jid',
    'value',
    'v',
    'mediatype',
    'lid',
    'code',
  ],
]
const TYPES = [
  ...[
    '',
    'text',
    'media',
    'retry',
    'read',
    'played',
    'sender',
    'server-error',
    'hist_sync',
    'peer_msg',
    'inactive',
  ],
  ...['encrypt', 'devices', 'w:gp2', 'mediaretry', 'account_sync', 'picture', 'server_sync', 'privacy_token'],
  ...['link_code_companion_reg', 'newsletter', 'mex', 'psa', 'contacts', 'result', 'error', 'get', 'set'],
]
const CHILDREN = [
  ...[
    'enc',
    'plaintext',
    'retry',
    'registration',
    'keys',
    'list',
    'item',
    'unavailable',
    'offer',
    'terminate',
  ],
  ...[
    'identity',
    'count',
    'device',
    'update',
    'remove',
    'add',
    'participant',
    'subject',
    'create',
    'rmr',
    'error',
  ],
  ...[
    'encrypt',
    'tokens',
    'token',
    'set',
    'delete',
    'collection',
    'verified_name',
    'reporting',
    'bot',
    'offline',
  ],
  ...['edge_routing', 'offline_preview', 'dirty', 'pair-success', 'link_code_companion_reg', 'ephemeral'],
]
const ENC_TYPES = ['pkmsg', 'msg', 'skmsg', 'msmsg', 'frskmsg', '', 'unknown']

/** Stanzas that no honest server would send, the same for the same seed. None of them ends the stream on purpose. */
export class FrameGenerator {
  private readonly random: () => number

  constructor(
    seed: number,
    private readonly cast: Cast,
  ) {
    this.random = seededRandom(seed)
  }

  /** Undecryptable messages are rarer: for each the client requests a retry. */
  stanza(): BinaryNode {
    if (this.happens(0.02)) return this.giant()
    if (this.happens(0.02)) return this.nested(this.below(60))
    if (this.happens(0.03)) return this.message()
    const tag = this.happens(0.1) ? this.one(UNKNOWN_TAGS) : this.one(TAGS)
    return { tag, attrs: this.attrs(), content: this.content(tag === 'message' ? 1 : 3) } as BinaryNode
  }

  /** Bytes that are not a stanza, or nearly one. */
  bytes(): Buffer {
    const bytes = Buffer.from(Array.from({ length: this.below(200) }, () => this.below(256)))
    // The first byte is the compression flag.
    if (bytes.length > 0 && this.happens(0.7)) bytes[0] = 0
    return bytes
  }

  /** One bit changed, or the end cut off. */
  spoil(frame: Buffer): Buffer {
    const spoilt = Buffer.from(frame)
    const at = 3 + this.below(Math.max(1, frame.length - 3))
    spoilt[at] = (spoilt[at] ?? 0) ^ (1 << this.below(8))
    return spoilt
  }

  private message(): BinaryNode {
    const attrs = {
      id: this.id(),
      from: this.jid(),
      t: this.time(),
      type: this.one(['text', 'media', 'reaction', 'poll', '']),
      ...(this.happens(0.3) && { participant: this.jid() }),
      ...(this.happens(0.2) && { recipient: this.jid() }),
      ...(this.happens(0.2) && { sender_lid: this.jid() }),
    }
    const encs = Array.from({ length: 1 + this.below(2) }, () => ({
      tag: 'enc',
      attrs: { v: '2', type: this.one(ENC_TYPES), ...(this.happens(0.3) && { count: this.junk() }) },
      content: this.ciphertext(),
    }))
    return { tag: 'message', attrs, content: encs }
  }

  private ciphertext(): Uint8Array {
    const bytes = this.bytes()
    // The protocol's version, so that some of them are parsed.
    if (bytes.length > 0 && this.happens(0.6)) bytes[0] = 0x33
    return bytes
  }

  private giant(): BinaryNode {
    const long = 'x'.repeat(this.below(50_000))
    const children = Array.from({ length: this.below(1_000) }, () => ({ tag: this.one(CHILDREN), attrs: {} }))
    return {
      tag: this.one(TAGS.filter((tag) => tag !== 'message')),
      attrs: { ...this.attrs(), [this.one(ATTRS)]: long },
      content: children,
    }
  }

  private nested(depth: number): BinaryNode {
    const attrs = this.attrs()
    const tag = this.one(TAGS.filter((name) => name !== 'message'))
    return depth === 0 ? { tag, attrs } : { tag, attrs, content: [this.nested(depth - 1)] }
  }

  private attrs(): Attrs {
    const names = [...ATTRS, ...(this.happens(0.5) ? MORE_ATTRS : [])].filter(() => this.happens(0.5))
    return Object.fromEntries(names.map((name) => [name, this.chooseValue(name)]))
  }

  private chooseValue(name: string): string {
    if (this.happens(0.15)) return this.junk()
    if (name === 'id' || name === 'call-id') return this.id()
    if (name === 't') return this.time()
    if (name === 'type') return this.one(TYPES)
    if (name === 'class') return this.one(['message', 'receipt', 'call', 'notification', ''])
    return this.jid()
  }

  private content(levels: number): BinaryNode['content'] {
    const kind = this.below(6)
    if (kind === 0) return undefined
    if (kind === 1) return this.bytes()
    if (kind === 2) return this.junk()
    const children = Array.from({ length: this.below(4) }, () => this.child(levels))
    return children
  }

  private child(levels: number): BinaryNode {
    const tag = this.one(levels < 2 ? CHILDREN.filter((name) => name !== 'enc') : CHILDREN)
    return {
      tag,
      attrs: this.attrs(),
      content: levels > 0 ? this.content(levels - 1) : undefined,
    } as BinaryNode
  }

  private id(): string {
    return this.happens(0.3) ? this.one(this.cast.waIds) : `F${this.below(1_000_000)}`
  }

  private jid(): string {
    return this.happens(0.7) ? this.one(this.cast.jids) : this.junk()
  }

  private time(): string {
    return this.one(['0', '-1', '1795230000', '99999999999999', 'NaN', '', '1e400'])
  }

  private junk(): string {
    return this.one([
      ...[
        '',
        '@',
        '@lid',
        ':::@lid',
        'a@b@c',
        '0@s.whatsapp.net',
        '@g.us',
        '5511:99@s.whatsapp.net',
        '_:0@lid',
      ],
      ...[
        'status@broadcast',
        '1@broadcast',
        '-@newsletter',
        '__proto__',
        'null',
        'NaN',
        '💥'.repeat(10),
        '\u0000',
      ],
      ...[
        '5511999990001_1:1@s.whatsapp.net',
        '1@hosted.lid',
        'x'.repeat(300),
        '9'.repeat(40),
        '../../etc/passwd',
      ],
    ])
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit)
  }

  private happens(rate: number): boolean {
    return this.random() < rate
  }

  private one(list: readonly string[]): string {
    return list[this.below(list.length)] ?? ''
  }
}
