import type { Migration } from '@balcao/kernel'

/* New companies begin with hours from 8 to 20; those that have campaigns, or settings, keep sending at any time. */
export const keepCampaignHours: Migration = {
  name: '20261126T172000-keep-campaign-hours',
  up: `
    UPDATE campaign_settings SET settings = settings || '{"allowedHours": null}' WHERE NOT settings ? 'allowedHours';
    INSERT INTO campaign_settings (company_id, settings)
      SELECT DISTINCT company_id, '{"allowedHours": null}'::jsonb FROM campaigns ON CONFLICT DO NOTHING`,
}
