import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FENCE = /^(`{3,})[\s\S]*?^\1$/gm

/** The lines that are there before anything is unfolded. */
export function linesOutsideDetails(text: string): string[] {
  let depth = 0
  return text.split('\n').filter(line => {
    const before = depth
    depth += line.split('<details>').length - line.split('</details>').length
    return before === 0 && (depth === 0 || line.includes('<summary>'))
  })
}

/** Its headings of one level, in their order, without what stands in fences. */
export const headings = (text: string, level: string): string[] =>
  text
    .replace(FENCE, '')
    .split('\n')
    .filter(line => line.startsWith(`${level} `))
    .map(line => line.slice(level.length + 1))

/** How a page names the place of a heading in its links. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const anchors = (text: string): string[] => ['#', '##', '###'].flatMap(level => headings(text, level)).map(anchorOf)

/** The links of a page to files and headings of ours that are not there. */
export function brokenLinks(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const targets = [...text.replace(FENCE, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.filter(target => !/^https?:/.test(target) && !leadsSomewhere(file, target))
}

function leadsSomewhere(file: string, target: string): boolean {
  const [name = '', anchor] = target.split('#')
  const place = name === '' ? file : path.join(path.dirname(file), name)
  return existsSync(place) && (anchor === undefined || anchors(readFileSync(place, 'utf8')).includes(anchor))
}

/** The rows of the tables of a text, cell by cell, without their heads. */
export const rows = (text: string): string[][] =>
  text
    .split('\n')
    .filter(line => line.startsWith('| '))
    .map(line =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map(cell => cell.trim())
    )
