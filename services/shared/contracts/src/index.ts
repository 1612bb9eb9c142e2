/* The browser-safe half of the contracts. */
export * from './errors/error-codes'
export * from './errors/final-failures'
export { sayFaults, type FaultReason } from './errors/field-words'
export * from './gen/http'
export * from './ids/ids'
export * from './ids/profile'
export * from './http/business-hours'
export * from './http/endpoint'
export { endpointTags, tagGroups } from './http/endpoint-tags'
export * from './http/fields'
export * from './http/handling'
export * from './http/route'
export * from './rules/automatic-texts'
export { answerAsBot } from './rules/bot/answer'
export * from './rules/bot/bot'
export * from './rules/bot/hours'
export { offerChoices, readsMain, writeSay } from './rules/bot/menu'
export { languages, type Language } from './rules/bot/words'
export * from './rules/capabilities'
export * from './rules/choices'
export * from './rules/given-choices'
export * from './rules/template-faults'
export * from './rules/templates'
export * from './rules/window'
export * from './rules/campaign-answer'
export { chooseText, renderText } from './rules/campaign-text'
export * from './rules/csv'
export { foldText } from './rules/fold-text'
export { canForward, canForwardView, isShownForwarded } from './rules/forwarding'
export * from './rules/number-change'
export { findPayerFaults, payerCountries, type PayerFaults } from './rules/payer'
export {
  defaultLocale,
  fillVariables,
  greetAt,
  hasVariables,
  type CompanyLocale,
} from './rules/message-variables'
export * from './rules/calling-code'
export * from './rules/price-list'
export * from './rules/message-budget'
export * from './rules/phone-number'
export * from './rules/public-events'
export * from './rules/recurrence'
export * from './rules/retention'
export * from './rules/roles'
export { isOneCharacter } from './rules/simple-password'
export * from './rules/sort'
export { isCpf, parseTaxId } from './rules/tax-id'
export * from './http/scopes'
export * from './rules/ticket-access'
export * from './rules/ticket-list'
export { trimEndChars, trimLink } from './rules/trim-end'
export { toInstant, toWallClock } from './rules/wall-clock'
export * from './rules/waveform'
export {
  buildVcards,
  parseVcard,
  parseVcards,
  readVcard,
  splitVcards,
  type VcardContact,
} from './rules/vcard'
export { parseVideoCode } from './rules/video-code'
export * from './sockets/channels'
