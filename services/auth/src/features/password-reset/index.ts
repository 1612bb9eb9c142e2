export type { PasswordMail } from './password-mail'
export {
  formatResetCode,
  MAX_RESET_TRIES,
  newResetCode,
  normalizeResetCode,
  RESET_CODE_TTL_MS,
  type ResetCodeHashes,
} from './reset-code'
