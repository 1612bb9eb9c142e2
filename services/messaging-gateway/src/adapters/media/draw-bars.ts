import { TALLEST_BAR, WAVEFORM_BARS } from '@balcao/contracts'

/** 60 dB below full scale: a decoded recording of a muted microphone is noise below that. */
const SILENCE = 0.001
/** Packets decoded for one bar: 50 of 20 ms are one second. The work does not grow with the recording's length. */
const PACKETS_A_BAR = 50

/** Copies of the packets that each bar is computed from: the middle of the bar's share of the recording. */
export function pickPackets(packets: readonly Uint8Array[]): Uint8Array[][] {
  return Array.from({ length: WAVEFORM_BARS }, (_, bar) => {
    const from = Math.floor((bar * packets.length) / WAVEFORM_BARS)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * packets.length) / WAVEFORM_BARS))
    const first = from + Math.max(0, Math.floor((to - from - PACKETS_A_BAR) / 2))
    const picked = packets.slice(first, Math.min(to, first + PACKETS_A_BAR))
    return picked.map((packet) => Uint8Array.from(packet))
  })
}

/** Mean loudness of each part, scaled so that the loudest bar is 100. Empty when every part is silent. */
export function drawBars(loudness: readonly number[]): Uint8Array {
  const most = loudness.reduce((max, value) => Math.max(max, value), 0)
  if (most < SILENCE) return new Uint8Array()
  return Uint8Array.from(loudness, (value) => Math.round((TALLEST_BAR * value) / most))
}
