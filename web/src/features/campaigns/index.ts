export { CampaignReportPage } from './campaign-report-page'
export { CampaignSettingsPage } from './campaign-settings-page'
export { CampaignsPage } from './campaigns-page'
