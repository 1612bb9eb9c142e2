/* Runs before the first paint: the stored theme, or the system's. */
;(function () {
  var stored = null
  try {
    stored = localStorage.getItem('preferredTheme')
  } catch {
    /* storage is switched off: follow the system */
  }
  var dark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
