const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`

/** CRC-16/CCITT-FALSE, as EMV QR codes end with it. */
function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** A Pix copy-and-paste code (BR Code) with a fixed amount. @param amount `30.00` @param txid at most 25 letters and digits */
export function buildBrCode({ key, amount, txid }: { key: string; amount: string; txid: string }): string {
  const account = field('26', field('00', 'br.gov.bcb.pix') + field('01', key))
  const head = `${field('00', '01')}${account}${field('52', '0000')}${field('53', '986')}${field('54', amount)}`
  const tail = `${field('58', 'BR')}${field('59', 'BALCAO DEMO')}${field('60', 'SAO PAULO')}${field('62', field('05', txid))}6304`
  return head + tail + crc16(head + tail)
}
