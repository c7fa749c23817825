const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

const CLOSED = /<([a-z][\w:.-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*)\s*\/>/gi

/** XHTML as HTML has it: an element that is closed within its own tag would be taken for one that is left open, and a script for all that is behind it. */
export const asHtml = (xhtml: string): string =>
  xhtml.replace(CLOSED, (tag, name: string, attributes: string) =>
    VOID.has(name.toLowerCase()) ? tag : `<${name}${attributes}></${name}>`
  )
