export type {
  JournalDraft,
  JournalRow,
  KeyRecord,
  SignalVault,
  SignalVaults,
  VaultWrite,
} from './signal-vault.port'
