import type { Plugin } from 'vite'

const ID = '\0late-popper'

/** Gives MUI's tooltips the `LatePopper` of `file` instead of MUI's own popper, which would be fetched with the first page. */
export const lateTooltips = (file: string): Plugin => ({
  name: 'late-tooltips',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, from) =>
    source.includes('/Popper/') && from?.includes('/@mui/material/Tooltip/') ? ID : null,
  load: (id) => (id === ID ? `export { LatePopper as default } from ${JSON.stringify(file)}` : null),
})
