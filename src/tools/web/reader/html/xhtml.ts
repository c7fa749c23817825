const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

const CLOSED = /<([a-z][\w:.-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*)\s*\/>/gi

/** Style sheets before the document, and marks of literal text in style elements, which HTML does not have. */
const SHEET = /<\?xml-stylesheet\s([^?]{0,2000})\?>/gi
const OPENED = /(<style\b[^<>]{0,500}>\s{0,100})<!\[CDATA\[/gi
const ENDED = /\]\]>(?=\s{0,100}<\/style)/gi

/** Converts XHTML to HTML: a self-closed element would be parsed as open, and a script would swallow the rest. */
export const toHtml = (xhtml: string): string =>
  withSheets(xhtml.replace(OPENED, '$1').replace(ENDED, '')).replace(CLOSED, (tag, name: string, attributes: string) =>
    VOID.has(name.toLowerCase()) ? tag : `<${name}${attributes}></${name}>`
  )

function withSheets(xhtml: string): string {
  const links = [...xhtml.matchAll(SHEET)].map(([, attributes = '']) => `<link rel="stylesheet" ${attributes}/>`).join('')
  return links === '' ? xhtml : xhtml.replace(/<head\b[^<>]{0,500}>/i, head => `${head}${links}`)
}
