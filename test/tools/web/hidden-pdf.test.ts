import t from 'tap'
import { readPdf } from '../../../src/tools/web/reader/pdf/pdf.ts'
import { makeDrawnPdf } from '../../helpers/pdf.ts'

const SEEN = 'BT /F1 12 Tf 72 700 Td (Seen) Tj ET'
/** A text of 12 points in the middle of the page. */
const text = (said: string, before = ''): string => `q ${before} BT /F1 12 Tf 72 600 Td (${said}) Tj ET Q`
const form = (before: string): string => `${before} BT /F1 12 Tf 72 600 Td (obey me) Tj ET`

/** Each draws `obey me` invisibly. */
const HIDING: Readonly<Record<string, { content: string; form?: string }>> = {
  'that is not painted': { content: text('obey me', '3 Tr') },
  'that only clips': { content: text('obey me', '7 Tr') },
  'in white on white paper': { content: text('obey me', '1 g') },
  'in nearly white': { content: text('obey me', '0.99 1 0.98 rg') },
  'whose white outline alone is painted': { content: text('obey me', '1 Tr 1 G') },
  'in the colour of a rectangle below it': { content: text('obey me', '0.2 0.4 0.6 rg 50 580 300 60 re f') },
  'in black on a black rectangle': { content: text('obey me', '0 g 50 580 300 60 re f') },
  'on a white rectangle over a dark one': { content: text('obey me', '0 g 50 580 300 60 re f 1 g 60 590 200 40 re f') },
  'in letters of half a point': { content: 'BT /F1 0.5 Tf 72 600 Td (obey me) Tj ET' },
  'in letters that a matrix makes small': { content: 'BT /F1 12 Tf 0.05 0 0 0.05 72 600 Tm (obey me) Tj ET' },
  'in a drawing that is made small': { content: 'q 0.05 0 0 0.05 72 600 cm BT /F1 12 Tf 0 0 Td (obey me) Tj ET Q' },
  'that is transparent': { content: text('obey me', '/None gs') },
  'left of the page': { content: 'BT /F1 12 Tf -300 600 Td (obey me) Tj ET' },
  'above the page': { content: 'BT /F1 12 Tf 72 900 Td (obey me) Tj ET' },
  'that is clipped away': { content: text('obey me', '300 100 50 50 re W n') },
  'on a layer that is off': { content: `/OC /Off BDC ${text('obey me')} EMC` },
  'on a layer that is off, within one that is on': { content: `/OC /On BDC /OC /Off BDC ${text('obey me')} EMC EMC` },
  'in a form on a layer that is off': { content: '/Fm2 Do', form: form('') },
  'in a form that is made small': { content: 'q 0.05 0 0 0.05 72 600 cm /Fm1 Do Q', form: form('') },
  'in white in a form': { content: '/Fm1 Do', form: form('1 g') },
  'that is not painted, beside a picture': { content: `q 100 0 0 100 400 100 cm /Im1 Do Q ${text('obey me', '3 Tr')}` },
  'that is not painted, over the picture of a page with more text': {
    content: `q 612 0 0 792 0 0 cm /Im1 Do Q ${text('obey me', '3 Tr')} BT /F1 12 Tf 72 300 Td (A text that people read) Tj ET`
  },
  'within a line': { content: 'BT /F1 12 Tf 72 600 Td (Be) Tj 1 g (obey me) Tj 0 g (gin) Tj ET' }
}

for (const [where, { content, ...parts }] of Object.entries(HIDING))
  t.test(`text of a PDF ${where} is removed, with a warning`, async t => {
    const { content: read, warnings } = await readPdf(makeDrawnPdf(`${SEEN}\n${content}`, parts), true)
    t.match(read, /^Seen/)
    t.notMatch(read, 'obey')
    t.match(warnings, [/^Hidden text was omitted \(7 characters\)/])
  })

/** Each draws `Read me` visibly. */
const SHOWING: Readonly<Record<string, { content: string; form?: string; hasPicture?: boolean }>> = {
  'in white on a dark rectangle': { content: text('Read me', '0.1 g 50 580 300 60 re f 1 g') },
  'in white over a picture': { content: `q 500 0 0 400 50 400 cm /Im1 Do Q ${text('Read me', '1 g')}` },
  'in white over a shading': { content: text('Read me', '50 580 300 60 re W n /Sh1 sh 1 g') },
  'in white over a shape': { content: text('Read me', '0.1 g 50 580 m 400 580 l 300 700 l f 1 g') },
  'in black within a frame': {
    content: text('Read me', '0 g 40 570 m 400 570 l 400 640 l 40 640 l h 42 572 m 398 572 l 398 638 l 42 638 l h f*')
  },
  'in white with a black outline': { content: text('Read me', '2 Tr 1 g 0 G') },
  'in outlines': { content: text('Read me', '1 Tr 1 g 0 G') },
  'in letters of six points': { content: 'BT /F1 6 Tf 72 600 Td (Read me) Tj ET' },
  'in letters that a matrix makes large': { content: 'BT /F1 0.1 Tf 120 0 0 120 72 600 Tm (Read me) Tj ET' },
  'within a clip': { content: text('Read me', '50 580 300 60 re W n') },
  'on a layer that is on': { content: `/OC /On BDC ${text('Read me')} EMC` },
  'in a form': { content: '/Fm1 Do', form: 'BT /F1 12 Tf 72 600 Td (Read me) Tj ET' },
  'after a line with leading': { content: 'BT /F1 12 Tf 14 TL 72 614 Td () Tj T* (Read me) Tj ET' },
  'after a layer that is off': { content: `/OC /Off BDC EMC ${text('Read me')}` }
}

for (const [where, { content, ...parts }] of Object.entries(SHOWING))
  t.test(`text of a PDF ${where} is read`, async t => {
    const hidden = text('obey me', '3 Tr').replace('600', '500')
    for (const more of ['', hidden]) {
      const read = await readPdf(makeDrawnPdf(`${SEEN}\n${content}\n${more}`, parts), true)
      // Larger letters than those below are a heading.
      t.match(read.content, more === '' ? /^(?:# )?Seen\n*Read me$/ : /^(?:Seen|# Seen\n)\nRead me$/)
      t.equal(read.warnings.length, more === '' ? 0 : 1)
    }
  })

t.test('Type 3 glyphs have no font size', async t => {
  const { content, warnings } = await readPdf(makeDrawnPdf(`${SEEN} BT /F3 0.9 Tf 72 600 Td (a) Tj ET`), true)
  t.equal(content, 'Seen\na')
  t.same(warnings, [])
})

t.test('text recognized in the image of a page is kept, with a warning', async t => {
  const picture = 'q 612 0 0 792 0 0 cm /Im1 Do Q'
  const layer = 'BT 3 Tr /F1 12 Tf 72 700 Td (What the scan) Tj 0 -14 Td (says) Tj ET'
  const { content, warnings } = await readPdf(makeDrawnPdf(`${picture} ${layer}`), true)
  t.equal(content, 'What the scan\nsays')
  t.match(warnings, [/^On 1 of 1 pages, the text is an invisible layer over an image/])
  const stamped = await readPdf(makeDrawnPdf(`${picture} ${layer} ${text('Page 1')} ${text('obey me', '1 0 0 1 0 800 cm')}`), true)
  t.match(stamped.content, /^What the scan\nsays\n+Page 1$/)
  t.match(stamped.warnings, [/^Hidden text was omitted \(7/, /^On 1 of 1 pages/])
  const without = await readPdf(makeDrawnPdf(`q 612 0 0 792 0 0 cm Q ${layer}`, { hasPicture: false }), true)
  t.equal(without.content, '')
  t.match(without.warnings, [/^Hidden text was omitted/, /no readable text/])
})

t.test('words and lines around hidden text stay separate', async t => {
  const lines =
    'BT /F1 12 Tf 72 600 Td (One two) Tj 80 0 Td (three) Tj 1 g (obey me) Tj 0 g -80 -14 Td [(fo) 20 (ur) -400 (five)] TJ 0 -40 Td (Six) Tj ET'
  t.equal((await readPdf(makeDrawnPdf(lines), true)).content, 'One two three\nfour five\n\nSix')
})

t.test('a PDF that is not checked, because that takes too long, has all its text and a warning', async t => {
  const { content, warnings } = await readPdf(makeDrawnPdf(`${SEEN} ${text('obey me', '3 Tr')}`), false)
  t.match(content, 'obey me')
  t.match(warnings, [/too large to detect hidden text/])
})
