/** Returns numbers between 0 and 1, the same for each seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Random = () => number

const WORDS = [
  'alpha',
  'beta',
  '2*3',
  'snake_case',
  'a &amp; b',
  '&lt;tag&gt;',
  '[x]',
  '#1',
  '$5',
  'C:\\dir',
  'Größe',
  'a|b',
  '1. x',
  '- y',
  ':smile:',
  '~',
  '`',
  '😀',
  'end.'
]

const pick = <T>(random: Random, list: readonly T[]): T => {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('the list is empty')
  return found
}

const times = (random: Random, max: number): number[] => [...Array(1 + Math.floor(random() * max)).keys()]

function inline(random: Random, depth = 0): string {
  return times(random, 5)
    .map(() => atom(random, depth))
    .join(pick(random, [' ', ' ', '']))
}

function atom(random: Random, depth: number): string {
  const word = pick(random, WORDS)
  const nested = (): string => (depth > 1 ? word : inline(random, depth + 1))
  return pick(random, [
    () => word,
    () => word,
    () => word,
    () => `<strong>${nested()}</strong>`,
    () => `<em>${nested()}</em>`,
    () => `<code>${pick(random, ['x', 'a|b', 'x_y', '``', 'a\\'])}</code>`,
    () => `<sub>${word}</sub>`,
    () => `<u>${nested()}</u>`,
    () => `<a href="https://example.com/${pick(random, ['a', 'b_c', '(d)'])}">${word}</a>`,
    () => `<ac:link><ri:page ri:content-title="${pick(random, ['Home', 'A / B', 'x#y'])}" /></ac:link>`,
    () => '<ac:link><ri:user ri:account-id="5b:1" /></ac:link>',
    () => '<time datetime="2026-01-01" />',
    () => '<ac:image ac:width="30"><ri:attachment ri:filename="a b.png" /></ac:image>',
    () => '<ac:structured-macro ac:name="status"><ac:parameter ac:name="title">OK</ac:parameter></ac:structured-macro>',
    () => '<ac:structured-macro ac:name="jira"><ac:parameter ac:name="key">A-1</ac:parameter></ac:structured-macro>',
    () => `${word}<br />${word}`
  ])()
}

function block(random: Random, depth: number): string {
  const blocks = (): string => content(random, depth + 1)
  const simple = [
    () => `<p>${inline(random)}</p>`,
    () => `<p>${inline(random)}</p>`,
    () =>
      `<h${1 + Math.floor(random() * 6)}>${inline(random, 2).replaceAll('<br />', ' ')}</h2>`.replace(
        /<h(\d)>(.*)<\/h2>$/s,
        '<h$1>$2</h$1>'
      ),
    () => '<hr />',
    () => '<p />',
    () =>
      `<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">${pick(random, ['js', 'c++', 'sql'])}</ac:parameter><ac:plain-text-body><![CDATA[${pick(random, ['x', 'a\n\nb', '```', '  y', ''])}]]></ac:plain-text-body></ac:structured-macro>`,
    () => '<ac:structured-macro ac:name="toc" />',
    () =>
      `<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>${pick(random, ['complete', 'incomplete'])}</ac:task-status><ac:task-body>${inline(random)}</ac:task-body></ac:task></ac:task-list>`,
    () => table(random)
  ]
  const nested = [
    () => list(random, depth),
    () => `<blockquote>${blocks()}</blockquote>`,
    () =>
      `<ac:structured-macro ac:name="${pick(random, ['info', 'warning', 'panel'])}"><ac:rich-text-body>${blocks()}</ac:rich-text-body></ac:structured-macro>`,
    () =>
      `<ac:structured-macro ac:name="expand"><ac:parameter ac:name="title">More</ac:parameter><ac:rich-text-body>${blocks()}</ac:rich-text-body></ac:structured-macro>`,
    () => `<ac:structured-macro ac:name="excerpt"><ac:rich-text-body>${blocks()}</ac:rich-text-body></ac:structured-macro>`
  ]
  return pick(random, depth < 2 ? [...simple, ...nested] : simple)()
}

function list(random: Random, depth: number): string {
  const name = pick(random, ['ul', 'ol'])
  const items = times(random, 3).map(
    () =>
      `<li>${pick(random, [() => inline(random), () => inline(random) + (depth < 2 ? list(random, depth + 1) : ''), () => content(random, depth + 1)])()}</li>`
  )
  return `<${name}>${items.join('')}</${name}>`
}

function table(random: Random): string {
  const width = 1 + Math.floor(random() * 3)
  const row = (cell: string): string =>
    `<tr>${Array.from({ length: width }, () => `<${cell}>${pick(random, [() => inline(random, 2), () => `<p>${inline(random)}</p>`, () => `<p>${inline(random)}</p><p>x</p>`, () => '<ul><li>y</li></ul>'])()}</${cell}>`).join('')}</tr>`
  return `<table><tbody>${random() < 0.7 ? row('th') : ''}${times(random, 3)
    .map(() => row('td'))
    .join('')}</tbody></table>`
}

const content = (random: Random, depth: number): string =>
  times(random, 3)
    .map(() => block(random, depth))
    .join(pick(random, ['', '\n']))

/** Returns a page in storage format. */
export const generatedPage = (random: Random): string =>
  times(random, 6)
    .map(() => block(random, 0))
    .join('')
