/** What a stylesheet is in a test: nothing. */
export const style = {}
