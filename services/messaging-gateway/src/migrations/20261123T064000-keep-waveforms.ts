import type { Migration } from '@balcao/kernel'

/* Bars of a voice note whose file is fetched later; null: its sender stated none. */
export const keepWaveforms: Migration = {
  name: '20261123T064000-keep-waveforms',
  up: `ALTER TABLE media_fetches ADD COLUMN waveform text;`,
}
