import type { Plugin } from 'vite'

/** Gives MUI's tooltips the popper of `popper` instead of MUI's, which would be fetched with the first page. */
export const lateTooltips = (popper: string): Plugin => ({
  name: 'late-tooltips',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, from) =>
    source.includes('/Popper/') && from?.includes('/@mui/material/Tooltip/') ? popper : null,
})
