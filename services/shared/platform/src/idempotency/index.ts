export { answerOnce, type OnceDeps } from './answer-once'
export type { KeptAnswer } from './idempotency-keys'
export { sweepKeysJob } from './sweep-keys.job'
