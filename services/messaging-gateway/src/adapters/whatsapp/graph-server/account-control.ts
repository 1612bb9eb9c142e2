import type { BusinessAccount, MessagingTier, PhoneNumber } from './assets'
import type { GraphNetwork } from './network'

/* `April 17, 2025` */
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** What Meta does with accounts and numbers, and tells in webhooks of the account. */
export class AccountControl {
  constructor(private readonly network: GraphNetwork) {}

  /**
   * The account breaks a policy: messages are refused with 368 or 131031
   * (webhooks/reference/account_update, 2025-11; its event ACCOUNT_RESTRICTION is on the calling pages and quoted by clients).
   */
  restrict(accountId: string, refusal: 368 | 131031 = 131031, violation = 'SPAM'): void {
    this.account(accountId).refusal = refusal
    this.network.announce(accountId, 'account_update', {
      event: 'ACCOUNT_VIOLATION',
      violation_info: { violation_type: violation },
    })
    if (refusal === 131031) this.announceBan(accountId, 'DISABLE')
    else
      this.network.announce(accountId, 'account_update', {
        event: 'ACCOUNT_RESTRICTION',
        restriction_info: [
          { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: this.seconds() + 86_400 },
        ],
      })
  }

  /** The restriction ends, or an appeal is granted. */
  reinstate(accountId: string): void {
    this.account(accountId).refusal = undefined
    this.announceBan(accountId, 'REINSTATE')
  }

  /** A payment fails: messages are refused with 131042 until it is made. No webhook is documented for it. */
  setUnpaid(accountId: string, isUnpaid: boolean): void {
    this.account(accountId).refusal = isUnpaid ? 131042 : undefined
  }

  /** The portfolio's limit of customers a day (webhooks/reference/business_capability_update, 2025-11). */
  setTier(accountId: string, tier: MessagingTier): void {
    this.network.portfolio(accountId).tier = tier
    for (const account of this.network.accounts.values())
      if (account.portfolioId === this.account(accountId).portfolioId)
        this.network.announce(account.id, 'business_capability_update', {
          max_daily_conversations_per_business: tier,
          ...(tier === 'TIER_250'
            ? { max_phone_numbers_per_business: 2 }
            : { max_phone_numbers_per_waba: 25 }),
        })
  }

  /**
   * A number's quality. Its webhook was about the tier too until 2026-02 (webhooks/reference/phone_number_quality_update, 2025-11):
   * FLAGGED and UNFLAGGED are quoted by clients, the page has ONBOARDING and THROUGHPUT_UPGRADE only.
   */
  setQuality(phoneNumberId: string, quality: PhoneNumber['quality']): void {
    const number = this.network.number(phoneNumberId)
    number.quality = quality
    number.status = quality === 'RED' ? 'FLAGGED' : 'CONNECTED'
    this.announceNumber(number, quality === 'RED' ? 'FLAGGED' : 'UNFLAGGED')
  }

  /** Up to a minute of 131057, then 1,000 messages a second (throughput, 2026-09-11). */
  upgradeThroughput(phoneNumberId: string): void {
    const number = this.network.number(phoneNumberId)
    number.isInMaintenance = true
    this.network.schedule.after(60_000, () => {
      number.isInMaintenance = false
      number.throughput = 'HIGH'
      this.announceNumber(number, 'THROUGHPUT_UPGRADE', 'TIER_UNLIMITED')
    })
  }

  /** The review of the display name ends (webhooks/reference/phone_number_name_update, 2025-11). */
  decideName(phoneNumberId: string, decision: 'APPROVED' | 'DECLINED'): void {
    const number = this.network.number(phoneNumberId)
    number.nameStatus = decision
    this.network.announce(number.accountId, 'phone_number_name_update', {
      display_phone_number: number.digits,
      decision: decision === 'APPROVED' ? 'APPROVED' : 'REJECTED',
      requested_verified_name: number.verifiedName,
      rejection_reason: decision === 'APPROVED' ? null : 'NAME_NOT_CONSISTENT',
    })
  }

  private announceNumber(number: PhoneNumber, event: string, tier?: MessagingTier): void {
    this.network.announce(number.accountId, 'phone_number_quality_update', {
      display_phone_number: number.digits,
      event,
      max_daily_conversations_per_business: tier ?? this.network.portfolio(number.accountId).tier,
    })
  }

  private announceBan(accountId: string, state: 'DISABLE' | 'REINSTATE'): void {
    this.network.announce(accountId, 'account_update', {
      event: 'DISABLED_UPDATE',
      ban_info: { waba_ban_state: state, waba_ban_date: DATE.format(this.network.schedule.now()) },
    })
  }

  private seconds(): number {
    return Math.floor(this.network.nowMs() / 1_000)
  }

  private account(id: string): BusinessAccount {
    const account = this.network.accounts.get(id)
    if (!account) throw new Error(`account ${id} does not exist`)
    return account
  }
}
