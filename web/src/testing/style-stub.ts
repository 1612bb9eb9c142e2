/** Stylesheets are empty in tests. */
export const style = {}
