import {
  PRODUCT_VERSION as CONTRACT_VERSION,
  SOCKET_PING_INTERVAL_MS,
  SOCKET_PING_TIMEOUT_MS,
  TRIAL_DAYS,
  USER_STATUS_EVERY_MS,
  defaultBusinessHours,
} from '@balcao/contracts'

import * as constants from './constants'

/* Section 9 of both specification files. */
describe('the specification’s numbers', () => {
  it('are those of the screens', () =>
    expect(constants).toMatchObject({
      SEARCH_DEBOUNCE_MS: 500,
      FORM_SUBMIT_DELAY_MS: 400,
      TOAST_ERROR_MS: 2_000,
      TOAST_OK_MS: 3_000,
      REDIRECT_DELAY_MS: 1_000,
      LOGOUT_DELAY_MS: 1_000,
      CONNECTION_BADGE_DELAY_MS: 2_000,
      LIST_BOTTOM_PX: 100,
      MESSAGES_TOP_PX: 50,
      CHAT_TOP_PX: 600,
      OVERLAY_PX: 600,
      DRAWER_OPEN_PX: 1_200,
      NAME_CUT: 10,
      QUICK_LABEL_CUT: 35,
      INPUT_MAX_ROWS: 5,
      RENEWAL_WARN_DAYS: 5,
      QR_SIZE_PX: 256,
      PIX_REDIRECT_MS: 4_000,
      PRODUCT_VERSION: '6.0.0',
    }))

  it('are those of the wire', () =>
    expect({
      CONTRACT_VERSION,
      SOCKET_PING_INTERVAL_MS,
      SOCKET_PING_TIMEOUT_MS,
      TRIAL_DAYS,
      USER_STATUS_EVERY_MS,
    }).toEqual({
      CONTRACT_VERSION: '6.0.0',
      SOCKET_PING_INTERVAL_MS: 18_000,
      SOCKET_PING_TIMEOUT_MS: 18_000,
      TRIAL_DAYS: 3,
      USER_STATUS_EVERY_MS: 300_000,
    }))

  it('are those of a week of work', () =>
    expect(defaultBusinessHours.map(({ startTime, endTime }) => `${startTime}-${endTime}`)).toEqual([
      ...Array.from({ length: 5 }, () => '08:00-18:00'),
      '08:00-12:00',
      '00:00-00:00',
    ]))
})
