import type { Answer, Described } from '../oracle.ts'

/** Values of examples and earlier responses that later calls can use. */
export interface Memory {
  learn: (answer: Answer) => void
  recall: (operation: string, name: string) => readonly unknown[]
}

export function createMemory(operations: readonly Described[]): Memory {
  const shown = examplesByName(operations)
  const ids = operations.map(({ id }) => id)
  const jobs: string[] = []
  const tokens: string[] = []
  const cursors: string[] = []
  return {
    learn({ text, headers }) {
      const [, job] = /\/v1\/jobs\/([^/]+)$/.exec(headers.get('location') ?? '') ?? []
      if (job !== undefined) jobs.push(job)
      tokens.push(...wordsAfter('confirm_token', text))
      cursors.push(...wordsAfter('next_cursor', text))
    },
    recall(operation, name) {
      if (name === 'id') return operation.startsWith('jobs_') ? jobs.slice(-4) : [...ids, 'grz_read_file']
      if (name === 'confirm_token') return tokens.slice(-4)
      if (name === 'cursor') return cursors.slice(-20)
      return shown.get(name) ?? []
    }
  }
}

/** Every value that any example gives a property of that name: a value that exists in one operation's example also exists for others. */
function examplesByName(operations: readonly Described[]): Map<string, unknown[]> {
  const shown = new Map<string, unknown[]>()
  const add = (name: string, value: unknown): void => void shown.set(name, [...(shown.get(name) ?? []), value])
  for (const { parameters, body } of operations) {
    for (const { name, example } of parameters) if (example !== undefined) add(name, example)
    for (const example of body?.examples ?? []) for (const [name, value] of Object.entries(Object(example))) add(name, value)
  }
  return shown
}

const wordsAfter = (name: string, text: string): string[] =>
  [...text.matchAll(new RegExp(`"${name}":"([^"]+)"`, 'g'))].map(([, word = '']) => word)
