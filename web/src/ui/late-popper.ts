import { lateToOpen } from './late'

/** MUI's popper for its tooltips, see `scripts/late-tooltips.ts`: most of a tooltip's code, needed with the first one that is shown. */
export const LatePopper = lateToOpen(async () => (await import('@mui/material/Popper')).default)
