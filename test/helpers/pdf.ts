import { deflateSync } from 'node:zlib'

/** A PDF with one font and these lines per page; a page without lines contains only a drawing. */
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

/** A PDF of one page with compressed content. */
export function makePackedPdf(content: Buffer): Buffer {
  const packed = deflateSync(content).toString('latin1')
  const stream = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`
  return assembled([...TREE, pageWith('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'), stream])
}

const PICTURE =
  '<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 4 >>\nstream\nabcd\nendstream'
const SHADING =
  '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >> >>'

/**
 * A PDF of one page with this drawing, and with the fonts F1 and F3 (letters that are drawings), the picture Im1, the forms Fm1 (shown) and Fm2 (on the
 * layer that is off), the layers Off and On, the transparent state None and the shading Sh1.
 */
export function makeDrawnPdf(content: string, { form = '', hasPicture = true }: { form?: string; hasPicture?: boolean } = {}): Buffer {
  const fonts = '/Font << /F1 5 0 R /F3 11 0 R >>'
  const forms = `/Fm1 7 0 R /Fm2 8 0 R${hasPicture ? ' /Im1 6 0 R' : ''}`
  const states = '/ExtGState << /None << /ca 0 /CA 0 >> >> /Properties << /Off 9 0 R /On 10 0 R >>'
  const formWith = (more: string): string =>
    `<< /Type /XObject /Subtype /Form /BBox [0 0 612 792]${more} /Resources << ${fonts} >> /Length ${form.length} >>\nstream\n${form}\nendstream`
  const glyph = '1000 0 0 0 750 750 d1 0 0 750 750 re f'
  return assembled([
    '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [9 0 R 10 0 R] /D << /OFF [9 0 R] >> >> >>',
    TREE[1],
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << ${fonts} /XObject << ${forms} >> ${states} /Shading << /Sh1 ${SHADING} >> >> /Contents 4 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    hasPicture ? PICTURE : '<< >>',
    formWith(''),
    formWith(' /OC 9 0 R'),
    '<< /Type /OCG /Name (Off) >>',
    '<< /Type /OCG /Name (On) >>',
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [0.01 0 0 0.01 0 0] /FirstChar 97 /LastChar 97 /Widths [1000] /CharProcs << /a 12 0 R >> /Encoding << /Type /Encoding /Differences [97 /a] >> /Resources << >> >>',
    `<< /Length ${glyph.length} >>\nstream\n${glyph}\nendstream`
  ])
}

/** A PDF of one line, with a font and an encoding that are not embedded. */
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
