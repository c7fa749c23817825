const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

const CLOSED = /<([a-z][\w:.-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*)\s*\/>/gi

/** Converts XHTML to HTML: a self-closed element would be parsed as open, and a script would swallow the rest. */
export const toHtml = (xhtml: string): string =>
  xhtml.replace(CLOSED, (tag, name: string, attributes: string) =>
    VOID.has(name.toLowerCase()) ? tag : `<${name}${attributes}></${name}>`
  )
