const VARIABLE = /<at:var\s([^<>"]*(?:"[^"<]*"[^<>"]*)*)(?:\/>|>\s*<\/at:var>)/g

/** Declarations of variables, which only the editor of templates shows. */
const DECLARATIONS = { from: '<at:declarations>', to: '</at:declarations>' }

function withoutDeclarations(storage: string): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const from = storage.indexOf(DECLARATIONS.from, at)
    const to = from < 0 ? -1 : storage.indexOf(DECLARATIONS.to, from)
    if (to < 0) return parts.join('') + storage.slice(at)
    parts.push(storage.slice(at, from))
    at = to + DECLARATIONS.to.length
  }
}

/** The name of a variable, from the attributes of its element. */
const nameIn = (attributes: string): string | undefined => /at:name="([^"]*)"/.exec(attributes)?.[1]

const decoded = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns the names of the variables of a template, in order. */
export function templateVariables(storage: string): string[] {
  const names = [...withoutDeclarations(storage).matchAll(VARIABLE)].map(([, attributes = '']) => nameIn(attributes))
  return [...new Set(names.filter(name => name !== undefined).map(decoded))]
}

/** Returns the body of a template with the values of its variables, as text. */
export function filledTemplate(storage: string, values: readonly (readonly [string, string])[]): string {
  const valueByName = new Map(values)
  return withoutDeclarations(storage).replace(VARIABLE, (all, attributes: string) => {
    const name = nameIn(attributes)
    return name === undefined ? all : escaped(valueByName.get(decoded(name)) ?? '')
  })
}
