import { lateToOpen } from './late'

/** MUI's popper for its tooltips, see `scripts/late-tooltips.ts`: three quarters of a tooltip's code, and needed with the first one that is shown. */
export default lateToOpen(async () => (await import('@mui/material/Popper')).default)
