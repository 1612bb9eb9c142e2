/** Tags whose names differ in case only are one. Accents make another name. */
export const tagKey = (name: string): string => name.trim().normalize('NFC').toLowerCase()
