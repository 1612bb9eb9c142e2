import type { Certificate } from './certificates'

/** How the server and the phones behave; tests change the fields as they go. */
export interface Settings {
  /** What phones answer by themselves to a message they could read. */
  autoReceipts: 'none' | 'delivery' | 'read'
  /** Phones ask again for what they cannot read. */
  asksAgain: boolean
  /** The chain shown to the next connections. */
  certificate: Certificate
  /**
   * `full`: a fresh device is asked for as many one-time pre-keys as on the real server (812). `small`: for five,
   * which costs it far less.
   */
  firstPreKeys: 'full' | 'small'
  /** From now on any registration is a violation: every device of the test is linked. */
  registrationIsOver: boolean
}

export const defaultSettings = (): Settings => ({
  autoReceipts: 'delivery',
  asksAgain: true,
  certificate: 'good',
  firstPreKeys: 'full',
  registrationIsOver: false,
})
