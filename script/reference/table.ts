export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(columns), `|${columns.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

/** Escapes text for a cell. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

export const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``
