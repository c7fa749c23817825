import { deflateSync } from 'node:zlib'

/** A PDF of one font whose pages say these lines; a page without lines holds a drawing alone. */
export function makePdf(pages: readonly (readonly string[])[], { title }: { title?: string } = {}): Buffer {
  const font = 3
  const ids = pages.map((_lines, at) => ({ page: 4 + 2 * at, content: 5 + 2 * at }))
  const info = 4 + 2 * pages.length
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${ids.map(({ page }) => `${page} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 ${font} 0 R >> >> /Contents ${ids[at]?.content} 0 R >>`,
      streamOf(lines)
    ]),
    `<< /Title (${title ?? ''}) >>`
  ]
  return assembled(objects, info)
}

const TREE = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'] as const

const pageWith = (font: string): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 ${font} >> >> /Contents 4 0 R >>`

/** A PDF of one page whose content is packed. */
export function makePackedPdf(content: Buffer): Buffer {
  const packed = deflateSync(content).toString('latin1')
  const stream = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`
  return assembled([...TREE, pageWith('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'), stream])
}

/** A PDF of one line, in a font and an encoding that a reader must know of its own. */
export function makeEastAsianPdf({
  font,
  ordering,
  encoding,
  bytes
}: {
  font: string
  ordering: string
  encoding: string
  bytes: string
}): Buffer {
  const content = `BT /F1 12 Tf 72 700 Td <${bytes}> Tj ET`
  const system = `<< /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >>`
  return assembled([
    ...TREE,
    pageWith('5 0 R'),
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /Font /Subtype /Type0 /BaseFont /${font} /Encoding /${encoding} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${font} /CIDSystemInfo ${system} >>`
  ])
}

function streamOf(lines: readonly string[]): string {
  const shown = lines.map((line, at) => `BT /F1 12 Tf 72 ${720 - 16 * at} Td (${line}) Tj ET`).join('\n')
  const content = lines.length > 0 ? shown : '72 72 200 200 re f'
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
}

function assembled(objects: readonly string[], info?: number): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  const rows = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R${info === undefined ? '' : ` /Info ${info} 0 R`} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
