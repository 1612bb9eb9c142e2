import {
  aesDecryptGCM,
  aesEncryptGCM,
  Curve,
  hkdf,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
  sha256,
  type KeyPair,
} from '@whiskeysockets/baileys'

const EMPTY = Buffer.alloc(0)

function counterIv(counter: number): Buffer {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(counter, 8)
  return iv
}

/** Encrypts and decrypts frames after the handshake. */
export class Transport {
  private written = 0
  private read = 0

  constructor(
    private readonly writeKey: Uint8Array,
    private readonly readKey: Uint8Array,
  ) {}

  encrypt(plaintext: Uint8Array): Buffer {
    return aesEncryptGCM(plaintext, this.writeKey, counterIv(this.written++), EMPTY)
  }

  decrypt(ciphertext: Uint8Array): Buffer {
    return aesDecryptGCM(ciphertext, this.readKey, counterIv(this.read++), EMPTY)
  }
}

export interface Finished {
  payload: proto.ClientPayload
  /** The client's long-lived noise key, which identifies a device. */
  clientKey: Buffer
  transport: Transport
}

/** The server's side of `Noise_XX_25519_AESGCM_SHA256`, for one connection. Throws on anything that it cannot verify. */
export class NoiseResponder {
  private readonly ephemeral = Curve.generateKeyPair()
  private hash: Buffer = Buffer.from(NOISE_MODE)
  private salt: Uint8Array = this.hash
  private key: Uint8Array = this.hash
  private counter = 0

  constructor(
    private readonly serverKey: KeyPair,
    private readonly certificateChain: Uint8Array,
  ) {
    this.authenticate(NOISE_WA_HEADER)
  }

  /** The server's hello in answer to the client's. */
  answerHello(frame: Uint8Array): Uint8Array {
    const clientEphemeral = proto.HandshakeMessage.decode(frame).clientHello?.ephemeral
    if (!clientEphemeral) throw new Error('The first frame is no client hello.')
    this.authenticate(clientEphemeral)
    this.authenticate(this.ephemeral.public)
    this.mix(Curve.sharedKey(this.ephemeral.private, clientEphemeral))
    const encryptedKey = this.encrypt(this.serverKey.public)
    this.mix(Curve.sharedKey(this.serverKey.private, clientEphemeral))
    return proto.HandshakeMessage.encode({
      serverHello: {
        ephemeral: this.ephemeral.public,
        static: encryptedKey,
        payload: this.encrypt(this.certificateChain),
      },
    }).finish()
  }

  finish(frame: Uint8Array): Finished {
    const clientFinish = proto.HandshakeMessage.decode(frame).clientFinish
    if (!clientFinish?.static || !clientFinish.payload)
      throw new Error('The second frame is no client finish.')
    const clientKey = this.decrypt(clientFinish.static)
    this.mix(Curve.sharedKey(this.ephemeral.private, clientKey))
    const payload = proto.ClientPayload.decode(this.decrypt(clientFinish.payload))
    const keys = hkdf(EMPTY, 64, { salt: Buffer.from(this.salt), info: '' })
    return { payload, clientKey, transport: new Transport(keys.subarray(32), keys.subarray(0, 32)) }
  }

  private authenticate(data: Uint8Array): void {
    this.hash = sha256(Buffer.concat([this.hash, data]))
  }

  private mix(secret: Uint8Array): void {
    const keys = hkdf(Buffer.from(secret), 64, { salt: Buffer.from(this.salt), info: '' })
    this.salt = keys.subarray(0, 32)
    this.key = keys.subarray(32)
    this.counter = 0
  }

  private encrypt(plaintext: Uint8Array): Buffer {
    const ciphertext = aesEncryptGCM(plaintext, this.key, counterIv(this.counter++), this.hash)
    this.authenticate(ciphertext)
    return ciphertext
  }

  private decrypt(ciphertext: Uint8Array): Buffer {
    const plaintext = aesDecryptGCM(ciphertext, this.key, counterIv(this.counter++), this.hash)
    this.authenticate(ciphertext)
    return plaintext
  }
}
