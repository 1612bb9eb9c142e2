/** WhatsApp's apps draw 64 bars beside a voice note. */
export const WAVEFORM_BARS = 64

/** The height of the loudest part. */
export const TALLEST_BAR = 100

/** A waveform as text: base64 of one byte a bar. */
export const WAVEFORM_TEXT = /^[A-Za-z0-9+/]{86}==$/

const toBar = (value: number): number => Math.min(TALLEST_BAR, Math.max(0, Math.round(value)))

/** 64 bars from 0 to 100 as text. @param bars higher and lower ones are cut to that range. */
export const encodeWaveform = (bars: ArrayLike<number>): string =>
  btoa(String.fromCharCode(...Array.from(bars, toBar)))

/** The bars of a text, from 0 to 100; undefined when the text is no waveform. */
export const decodeWaveform = (text: string): number[] | undefined =>
  WAVEFORM_TEXT.test(text) ? Array.from(atob(text), (byte) => toBar(byte.charCodeAt(0))) : undefined
