/** Numbers of the specification. Milliseconds and pixels where the name says so. */
export const SEARCH_DEBOUNCE_MS = 500
export const FORM_SUBMIT_DELAY_MS = 400
export const TOAST_ERROR_MS = 2000
export const TOAST_OK_MS = 3000
export const TOAST_WARNING_MS = 6000
export const REDIRECT_DELAY_MS = 1000
export const LOGOUT_DELAY_MS = 1000
export const CONNECTION_BADGE_DELAY_MS = 2000
export const RECONNECT_NOTICE_AFTER_MS = 3000
export const BACK_ONLINE_FLASH_MS = 1500
export const LIST_BOTTOM_PX = 100
export const MESSAGES_TOP_PX = 50
export const CHAT_TOP_PX = 600
export const NARROW_PX = 900
export const OVERLAY_PX = 600
export const DRAWER_OPEN_PX = 1200
export const NAME_CUT = 10
export const QUICK_LABEL_CUT = 35
export const INPUT_MAX_ROWS = 5
export const RENEWAL_WARN_DAYS = 5
export const QR_SIZE_PX = 256
export const QR_EXPIRED_MS = 65_000
/** Shown at the bottom of the menu; a test compares it with the contracts. */
export const PRODUCT_VERSION = '6.0.0'
export const PIX_REDIRECT_MS = 4_000
