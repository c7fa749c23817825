import { adfAsHtml } from './adf.ts'

const CDATA = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)/g
/** Storage format has its own ways to hide text: placeholders of inputs, and excerpts that are shown only on other pages. */
const OWN = /<ac:placeholder[\s>]|<ac:parameter ac:name="hidden">\s*true/

/** Returns the positions of raw bodies that contain, or may contain, text that readers do not see. */
export async function hiddenIn(...bodies: string[]): Promise<number[]> {
  const { parseFragment } = await import('parse5') // loaded on first use
  const { hidesText } = await import('../../../../lib/html/hides-text.ts')
  const hides = (body: string): boolean => {
    const html = adfAsHtml(body) ?? body
    return OWN.test(html) || hidesText(parseFragment(html.replace(CDATA, '')))
  }
  return bodies.flatMap((body, at) => (hides(body) ? [at] : []))
}
