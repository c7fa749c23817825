import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FENCE = /^(`{3,})[\s\S]*?^\1$/gm

/** Headings of one level, in order, except those in fences. */
export const headings = (text: string, level: string): string[] =>
  text
    .replace(FENCE, '')
    .split('\n')
    .filter(line => line.startsWith(`${level} `))
    .map(line => line.slice(level.length + 1))

/** The anchor of a heading, as GitHub generates it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const anchors = (text: string): string[] => ['#', '##', '###'].flatMap(level => headings(text, level)).map(anchorOf)

/** Relative links of a page to files or headings that do not exist. */
export function brokenLinks(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const targets = [...text.replace(FENCE, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.filter(target => !/^https?:/.test(target) && !resolves(file, target))
}

function resolves(file: string, target: string): boolean {
  const [name = '', anchor] = target.split('#')
  const linked = name === '' ? file : path.join(path.dirname(file), name)
  return existsSync(linked) && (anchor === undefined || anchors(readFileSync(linked, 'utf8')).includes(anchor))
}

/** Rows of all tables of a text, cell by cell, with their headings. */
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
