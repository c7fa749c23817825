import { parse } from 'parse5'
import t from 'tap'
import { removeHidden } from '../../src/lib/html/hidden.ts'

t.test('an adversarial page or style sheet costs no more than its length', { timeout: 120_000 }, async t => {
  const deep = '<div style="color:red">'.repeat(20_000)
  const many = (count: number, rule: (at: number) => string): string =>
    `<style>${Array.from({ length: count }, (_, at) => rule(at)).join('')}</style>`
  for (const [what, body, head] of [
    ['nesting', `${deep}text`, ''],
    [
      'shadow trees',
      `<div><template shadowrootmode="open">${'<i>'.repeat(5_000)}${'<slot></slot>'.repeat(5_000)}</template>${'<p>x</p>'.repeat(20_000)}</div>` +
        '<p><template shadowrootmode="open"><style>.a .b{opacity:0}</style><slot></slot></template>x</p>'.repeat(5_000),
      ''
    ],
    ['elements', '<p class="a b c d e f">x</p>'.repeat(40_000), many(5_000, at => `.a .b .c .d${at % 7} .e{display:none}`)],
    ['rules for one class', '<p class="a">x</p>'.repeat(20_000), many(20_000, () => '.a{opacity:1}')],
    ['descendants', `${'<div class="a">'.repeat(5_000)}text`, many(2_000, at => `.a .a .a .a .b${at} .a{display:none}`)],
    [
      'classes',
      `<p class="${Array.from({ length: 50_000 }, (_, at) => `c${at}`).join(' ')}">x</p>`.repeat(20),
      many(1_000, at => `.c${at}{color:red}`)
    ],
    [
      'counting siblings',
      '<li>x</li>'.repeat(40_000),
      '<style>li:nth-child(2n){opacity:1}li:nth-last-of-type(3){opacity:1}li ~ li{color:red}</style>'
    ],
    [
      'searching inside',
      '<div class="a"><b>x</b></div>'.repeat(10_000),
      '<style>div:has(i) div{color:red}body:has(i) b{color:red}div:not(:has(i)){opacity:1}</style>'
    ],
    ['custom properties', '<p style="--a:var(--b) var(--b);--b:var(--c) var(--c);--c:1;margin:var(--a)">x</p>'.repeat(5_000), ''],
    ['nested custom properties', '<div style="--a:1;opacity:var(--z,1)">'.repeat(5_000), ''],
    [
      'references',
      'text',
      `<style>:root{${Array.from({ length: 2_000 }, (_, at) => `--v${at}:var(--v${at + 1}) var(--v${at + 1})`).join(';')}}p{margin:var(--v0)}</style>`
    ],
    ['nested rules', '<p>x</p>', `<style>${'p{&,& &{'.repeat(500)}color:red</style>`],
    ['nested parents', '<p>x</p>', `<style>${'&.a &,.b{'.repeat(25)}color:red</style>`],
    ['layers', 'text', many(10_000, at => `@layer l${at}{p{color:red}}`)],
    ['a scope without an end', 'text', `<style>@scope ${'( )to'.repeat(150_000)} x{p{color:red}}</style>`],
    ['scopes', '<div class="a">'.repeat(2_000), many(500, at => `@scope (.b${at}){.a{color:red}}`)],
    ['transforms', `<p style="transform:${'translate(1px)'.repeat(130)}">x</p>`.repeat(2_000), ''],
    [
      'different values',
      Array.from({ length: 20_000 }, (_, at) => `<p style="margin:${at}px;color:#${String(at).padStart(6, '0')}">x</p>`).join(''),
      ''
    ],
    ['doubtful elements', '<div style="filter:url(#x)">'.repeat(10_000), ''],
    ['open brackets', 'text', `<style>${'a{'.repeat(200_000)}</style>`],
    ['open parentheses', 'text', `<style>a{color:${'('.repeat(200_000)}}</style>`],
    ['comments', 'text', `<style>${'/*'.repeat(200_000)}</style>`],
    ['selectors', 'text', `<style>${'a,'.repeat(200_000)}b{display:none}</style>`],
    ['inline styles', `<p style="${'color:red;'.repeat(1_000)}">x</p>`.repeat(1_000), ''],
    ['lists in selectors', '<p>x</p>', `<style>p${':is(a,'.repeat(40)}b${')'.repeat(40)}{display:none}</style>`],
    ['deep selectors', '<p>x</p>', `<style>p${':not('.repeat(4_000)}b${')'.repeat(4_000)}{display:none}</style>`],
    ['deep conditions', '<p>x</p>', `<style>@supports ${'(not '.repeat(4_000)}(a:b)${')'.repeat(4_000)}{p{color:red}}</style>`],
    ['deep queries', '<p>x</p>', `<style>@media ${'(not '.repeat(4_000)}(color)${')'.repeat(4_000)}{p{color:red}}</style>`],
    ['deep values', `<p style="margin:${'calc('.repeat(4_000)}1px${')'.repeat(4_000)}">x</p>`, '']
  ] as const) {
    const document = parse(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`)
    const before = process.cpuUsage()
    removeHidden(document)
    const ms = process.cpuUsage(before).user / 1000
    t.ok(ms < 20_000, `${what}: ${Math.round(ms)} ms`)
  }
})
