import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The files of MetaTool (github.com/HowieHwong/MetaTool, MIT, folder `dataset`), with their SHA-256. They are not part of the project. */
const FILES = {
  tools: { name: 'plugin_des.json', sha256: 'c446ade5acfb8e16c477124250665021e63b11bf6cb232db04fc9ba6bed0389a' },
  queries: { name: 'data/all_clean_data.csv', sha256: 'cf2eb0474396677530931def51012da4e88f9f34f655332f04177b2054101baf' }
} as const

export interface MetaTool {
  tools: { name: string; description: string }[]
  queries: { text: string; tool: string }[]
}

/** Reads the data set from the folder. Throws if a file is missing, or differs from the one that the figures were measured with. */
export async function readMetaTool(folder: string): Promise<MetaTool> {
  const tools: unknown = JSON.parse(await readChecked(folder, FILES.tools))
  if (typeof tools !== 'object' || tools === null) throw new Error(`${FILES.tools.name} is not an object`)
  const [, ...lines] = (await readChecked(folder, FILES.queries)).split(/\r?\n/)
  return {
    tools: Object.entries(tools).map(([name, description]) => ({ name, description: String(description) })),
    queries: lines.flatMap(line => {
      const at = line.lastIndexOf(',')
      return at < 0 ? [] : [{ text: line.slice(0, at).replace(/^"|"$/g, '').replaceAll('""', '"'), tool: line.slice(at + 1) }]
    })
  }
}

async function readChecked(folder: string, { name, sha256 }: { name: string; sha256: string }): Promise<string> {
  const bytes = await readFile(path.join(folder, name))
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found !== sha256) throw new Error(`${name} in ${folder} has the SHA-256 ${found}, not ${sha256}: it is another version of MetaTool`)
  return bytes.toString('utf8')
}
