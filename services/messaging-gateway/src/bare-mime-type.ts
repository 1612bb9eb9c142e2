/** The type and subtype in lower case, without parameters such as `; codecs=…`. */
export const bareMimeType = (mimeType: string): string => (mimeType.split(';')[0] ?? '').trim().toLowerCase()
