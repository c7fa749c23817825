import t from 'tap'
import { shortText } from '../../src/lib/html/short-text.ts'

t.test('an excerpt is text', async t => {
  t.equal(shortText('The <b>river</b> &amp; the <strong>tow</strong>n'), 'The river & the town')
})

t.test('an adversarial excerpt is read quickly and never throws', async t => {
  for (const unit of [
    '<',
    '<div>',
    '<b>',
    '&#',
    '<p>',
    '<!--',
    '<a ',
    '<li>',
    '<table><tr><td>',
    '<ul><li>',
    '[[[[',
    '| ',
    '&amp;',
    '</b>'
  ]) {
    const began = process.cpuUsage()
    t.type(shortText(unit.repeat(2_000_000 / unit.length)), 'string')
    const ms = process.cpuUsage(began).user / 1000
    t.ok(ms < 10_000, `${unit} took ${Math.round(ms)} ms`)
  }
})
