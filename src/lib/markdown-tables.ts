/** The part of the DOM that tables need. */
export interface Element {
  nodeName: string
  children: ArrayLike<Element>
  parentElement: Element | null
  getAttribute: (name: string) => string | null
  closest: (selector: string) => Element | null
  querySelector: (selector: string) => Element | null | undefined
  querySelectorAll: (selector: string) => ArrayLike<Element>
}

/** The part of TurndownService that tables need. */
interface Service {
  addRule: (name: string, rule: { filter: string | string[]; replacement: (content: string, node: Element) => string }) => unknown
}

/** Elements that do not fit into a row of Markdown. A table that contains them is for layout, not for data. */
const NO_DATA = 'table,pre,h1,h2,h3,h4,h5,h6'
/** Columns beyond this are left out, so that spans cannot exhaust memory. */
const MAX_COLUMNS = 100

/**
 * Adds rules that convert tables to Markdown. Data tables become rows, with spanned cells filled in; layout tables become their content. The table plugin takes a minute
 * for 2,000 rows, and returns tables with lists as HTML.
 */
export function tables(service: Service): void {
  const layouts = new WeakMap<Element, boolean>()
  const texts = new WeakMap<Element, string>()
  const isLayout = (table: Element): boolean => {
    const known = layouts.get(table) ?? laysOut(table)
    layouts.set(table, known)
    return known
  }
  service.addRule('cell', {
    filter: ['td', 'th'],
    replacement(content, node) {
      const table = node.closest('table')
      if (!table || isLayout(table)) return block(content)
      texts.set(node, oneLine(content))
      return ''
    }
  })
  service.addRule('rows', { filter: ['tr', 'thead', 'tbody', 'tfoot', 'colgroup', 'col'], replacement: content => content })
  service.addRule('caption', { filter: 'caption', replacement: block })
  service.addRule('table', {
    filter: 'table',
    replacement: (content, node) => block(isLayout(node) ? content : `${block(content)}${rendered(node, texts)}`)
  })
}

const block = (content: string): string => `\n\n${content.trim()}\n\n`

const oneLine = (content: string): string =>
  content
    .trim()
    .replace(/(?<!\s)\s*\n\s*/g, '<br>')
    .replaceAll('|', '\\|')

const rowsOf = (table: Element): Element[] => Array.from(table.querySelectorAll('tr')).filter(({ children }) => children.length > 0)

const laysOut = (table: Element): boolean =>
  Boolean(table.querySelector(NO_DATA)) || rowsOf(table).every(({ children }) => children.length === 1)

function rendered(table: Element, texts: WeakMap<Element, string>): string {
  const rows = rowsOf(table)
  const grid = gridOf(rows, texts)
  const width = Math.max(...grid.map(line => line.length))
  const lines = grid.map(line => Array.from({ length: width }, (_none, at) => line[at] ?? ''))
  const [first] = rows
  const head = first && isHeading(first) ? lines.shift() : Array.from({ length: width }, () => '')
  return [head ?? [], Array.from({ length: width }, () => '---'), ...lines].map(line => `| ${line.join(' | ')} |`).join('\n')
}

const isHeading = ({ children, parentElement }: Element): boolean =>
  parentElement?.nodeName === 'THEAD' || Array.from(children).every(({ nodeName }) => nodeName === 'TH')

/** Returns the texts of the cells as a grid. */
function gridOf(rows: Element[], texts: WeakMap<Element, string>): string[][] {
  const grid: string[][] = rows.map(() => [])
  for (const [place, row] of rows.entries()) {
    let column = 0
    for (const cell of Array.from(row.children)) {
      while (grid[place]?.[column] !== undefined) column++
      const [across, down] = ['colspan', 'rowspan'].map(name => Math.max(1, Math.trunc(Number(cell.getAttribute(name))) || 1))
      const end = Math.min(MAX_COLUMNS, column + (across ?? 1))
      for (const line of grid.slice(place, place + (down ?? 1)))
        for (let at = column; at < end; at++) line[at] = at === column ? (texts.get(cell) ?? '') : ''
      column = end
    }
  }
  return grid
}
