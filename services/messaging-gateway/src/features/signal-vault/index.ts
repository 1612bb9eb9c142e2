export { createSignalVault, type SignalVaultDeps } from './create-signal-vault'
export { NONCE_BYTES, seal, unseal } from './envelope'
export { parseKeyRing, type KeyRing } from './key-ring'
export type {
  JournalDraft,
  JournalRow,
  KeyRecord,
  SignalVault,
  SignalVaults,
  VaultWrite,
} from './signal-vault.port'
