/** Returns the text of HTML as one line, without tags, scripts and styles. For short messages: character references stay as they are. */
export function plainText(html: string): string {
  const texts: string[] = []
  let skipped: string | undefined
  // The odd parts were between angle brackets.
  for (const [index, part] of html.split(/<([^<>]*)>/).entries()) {
    const name = index % 2 === 1 ? /^\/?(?:script|style)(?![\w-])/i.exec(part)?.[0].toLowerCase() : undefined
    if (name !== undefined && skipped === undefined && !name.startsWith('/')) skipped = name
    else if (name === `/${skipped}`) skipped = undefined
    else if (index % 2 === 0 && skipped === undefined) texts.push(part)
  }
  return texts.join(' ').replace(/\s+/g, ' ').trim()
}
