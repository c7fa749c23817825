import type { ToolEntry } from './gateway-shapes.ts'

/** Renders systems for a model: what each is, whether it is available, and its prompt. */
export const toolsMarkdown = (tools: readonly ToolEntry[]): string =>
  tools.length === 0 ? 'No system is visible to this key.' : tools.map(toolMarkdown).join('\n\n')

export function toolMarkdown({ name, title, description, prompt, available, reason, instances, operations }: ToolEntry): string {
  const named = instances.flatMap(instance =>
    instance.name === null ? [] : `${instance.name}${instance.available ? '' : ' (not available)'}`
  )
  const facts = [
    `- Available: ${available ? 'yes' : `no: ${reason}`}`,
    ...(named.length > 0 ? [`- Instances: ${named.join(', ')}`] : []),
    `- Operations: ${operations.join(', ')}`
  ]
  return [`## ${title} (\`${name}\`)`, description, facts.join('\n'), prompt].join('\n\n')
}
