/** Returns a value as JSON, whatever the order of its properties: equal values have equal texts. `omitted`: properties of the value itself to leave out. */
export function canonicalJson(value: unknown, omitted: readonly string[] = []): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(one => canonicalJson(one)).join(',')}]`
  const named: Record<string, unknown> = { ...value }
  let text = ''
  for (const name of Object.keys(named).sort())
    if (!omitted.includes(name)) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(named[name])}`
  return `{${text}}`
}
