/** As many as a phone draws beside a voice note. */
const BARS = 64
const TALLEST = 100
/** 60 dB below full scale: what a decoder makes of a muted microphone is noise below it. */
const SILENCE = 0.001
/** Packets that are decoded for one bar: a second of speech. An hour of it takes as long as a minute. */
const PACKETS_A_BAR = 50

/** Copies of the packets whose sound draws each bar: the middle of its part of the whole. */
export function pickPackets(packets: readonly Uint8Array[]): Uint8Array[][] {
  return Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor((bar * packets.length) / BARS)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * packets.length) / BARS))
    const first = from + Math.max(0, Math.floor((to - from - PACKETS_A_BAR) / 2))
    const picked = packets.slice(first, Math.min(to, first + PACKETS_A_BAR))
    return picked.map((packet) => Uint8Array.from(packet))
  })
}

/** Mean loudness of each part as bars, the loudest 100. Empty where everything is silent. */
export function drawBars(loudness: readonly number[]): Uint8Array {
  const most = loudness.reduce((max, value) => Math.max(max, value), 0)
  if (most < SILENCE) return new Uint8Array()
  return Uint8Array.from(loudness, (value) => Math.round((TALLEST * value) / most))
}
