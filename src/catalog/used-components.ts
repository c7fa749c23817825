type Node = Record<string, unknown>

/** The components that a part of an OpenAPI document refers to, directly or by others. */
export function usedComponents(from: unknown, components: Node): Node {
  const used = new Set<string>()
  const follow = (value: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(value ?? null).matchAll(/"#\/components\/(\w+)\/([^"/]+)"/g)) {
      if (used.has(`${kind}/${name}`)) continue
      used.add(`${kind}/${name}`)
      follow(partOf(components[kind], name))
    }
  }
  follow(from)
  const kept = Object.entries(components).map(([kind, parts]) => [kind, only(parts, name => used.has(`${kind}/${name}`))])
  return Object.fromEntries(kept)
}

const only = (parts: unknown, isKept: (name: string) => boolean): Node =>
  Object.fromEntries(Object.entries(parts ?? {}).filter(([name]) => isKept(name)))

const partOf = (parts: unknown, name: string): unknown => Object.entries(parts ?? {}).find(([key]) => key === name)?.[1]
