import { deflateSync } from 'node:zlib'

const page = (mediaBox: string, content: string) => [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [${mediaBox}] /Contents 4 0 R
      /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
  `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
]

/** A file of these objects, numbered from 1. */
function pdfWith(objects: readonly string[], trailer = ''): Buffer {
  const offsets: number[] = []
  let text = '%PDF-1.4\n'
  for (const [at, object] of objects.entries()) {
    offsets.push(text.length)
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  const end = `trailer << /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF`
  return Buffer.from(`${text}${table}${end}`, 'latin1')
}

const RED_ABOVE = '1 0 0 rg 0 421 595 421 re f'

/** One page; by default A4, red in its upper half. */
export const pdf = (content = RED_ABOVE, mediaBox = '0 0 595 842'): Buffer => pdfWith(page(mediaBox, content))

/** Asks for a password: the hashes match none. */
export const encryptedPdf = (): Buffer =>
  pdfWith(
    [
      ...page('0 0 595 842', RED_ABOVE),
      `<< /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -4 >>`,
    ],
    '/Encrypt 5 0 R /ID [<00> <00>]',
  )

/** Asks for gigabytes: forms that draw each other, ten times each, eight deep. */
export function nestedPdf(): Buffer {
  const form = (next: number) => {
    const draws = '/X Do '.repeat(10)
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /X ${next} 0 R >> >> /Length ${draws.length} >>\nstream\n${draws}\nendstream`
  }
  const [catalog = '', pages = '', , content = ''] = page('0 0 595 842', '/X Do')
  const first = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>`
  const forms = Array.from({ length: 8 }, (_, depth) => form(6 + depth))
  const last = `<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Length 17 >>\nstream\n0 0 500 800 re f \nendstream`
  return pdfWith([catalog, pages, first, content, ...forms, last])
}

/** A picture of this many pixels a side, packed twice: a few kilobytes that unpack to gigabytes. */
export function bombPdf(side: number): Buffer {
  const packed = deflateSync(deflateSync(Buffer.alloc(side * side)))
  const [catalog = '', pages = '', , content = ''] = page('0 0 595 842', '595 0 0 842 0 0 cm /X Do')
  const first = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>`
  const image = `<< /Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter [/FlateDecode /FlateDecode] /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`
  return pdfWith([catalog, pages, first, content, image])
}
