import { blocksOf } from './blocks.ts'
import type { Source } from './inline.ts'
import { mergeBlocks } from './merge.ts'
import type { Env } from './parser.ts'
import { sourceOf } from './read.ts'
import { type Element, isElement, type Node, textOf } from './tree.ts'

export const SECTION_POSITIONS = ['replace', 'append', 'prepend', 'before'] as const

/** A change of one section: the text below a heading, up to the next heading of the same or a higher level. */
export interface SectionEdit {
  heading: string
  /** Which one, if several headings have this text; counts from 1. */
  occurrence: number | undefined
  position: (typeof SECTION_POSITIONS)[number]
  content: string
  isMarkdown: boolean
}

interface Section {
  heading: Element
  /** The nodes below the heading. */
  nodes: Node[]
  from: number
  to: number
}

/** The new storage; or why there is none. `removed`: marked blocks that the section no longer has. */
export type SectionResult =
  | { storage: string; removed: string[] }
  | { headings: string[] }
  | { several: number }
  | { macro: string }
  | { unreadable: true }

/** Elements whose headings structure the page. */
const CONTAINERS = /^(?:ac:layout|ac:layout-section|ac:layout-cell|ac:structured-macro|ac:rich-text-body|div|section)$/

const MAX_HEADINGS = 50

/** Changes one section of a page. Every byte outside it stays. */
export async function editSection(storage: string, edit: SectionEdit): Promise<SectionResult> {
  const read = await sourceOf(storage, new Map())
  if (!read) return { unreadable: true }
  const { root, source } = read
  const all = sectionsOf(root)
  const wanted = keyOf(edit.heading)
  const found = all.filter(({ heading }) => keyOf(textOf(heading)) === wanted)
  if (found.length > 1 && edit.occurrence === undefined) return { several: found.length }
  const section = found[(edit.occurrence ?? 1) - 1]
  if (!section) return { headings: all.slice(0, MAX_HEADINGS).map(({ heading }) => textOf(heading).trim()) }
  const { from, to } = rangeOf(section, edit)
  if (!edit.isMarkdown) return { storage: storage.slice(0, from) + edit.content + storage.slice(to), removed: [] }
  const env: Env = { known: new Map(), math: { block: 'mathblock', inline: 'mathinline' } }
  const text = edit.content.replace(/\r\n?/g, '\n')
  const { content, removed } = markdownContent({ storage, source, section, env, text, edit })
  if (env.macro !== undefined) return { macro: env.macro }
  return { storage: storage.slice(0, from) + content + storage.slice(to), removed }
}

/** Headings are compared without case, spacing and Markdown signs. */
const keyOf = (text: string): string =>
  text
    .replace(/^#{1,6}\s+/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

function sectionsOf(parent: Element): Section[] {
  return parent.children.flatMap((node, at): Section[] => {
    if (!isElement(node)) return []
    if (!/^h[1-6]$/.test(node.name)) return CONTAINERS.test(node.name) ? sectionsOf(node) : []
    const level = Number(node.name.slice(1))
    let end = at + 1
    while (end < parent.children.length && !endsSection(parent.children[end], level)) end++
    const nodes = parent.children.slice(at + 1, end)
    return [{ heading: node, nodes, from: node.to, to: nodes.at(-1)?.to ?? node.to }]
  })
}

const endsSection = (node: Node | undefined, level: number): boolean =>
  node !== undefined && isElement(node) && /^h[1-6]$/.test(node.name) && Number(node.name.slice(1)) <= level

/** Whether the content begins with the heading of the section, which then is replaced, too. */
function repeatsHeading({ heading }: Section, { position, content, isMarkdown }: SectionEdit): boolean {
  if (position !== 'replace') return false
  const [, text] = (isMarkdown ? /^\s*#{1,6}[ \t]+([^\n]*)/ : /^\s*<h[1-6][^>]*>([\s\S]*?)<\/h[1-6]>/).exec(content) ?? []
  return text !== undefined && keyOf(text.replace(/<[^<>]*>/g, '')) === keyOf(textOf(heading))
}

function rangeOf(section: Section, edit: SectionEdit): { from: number; to: number } {
  const { heading, from, to } = section
  if (edit.position === 'append') return { from: to, to }
  if (edit.position === 'prepend') return { from, to: from }
  if (edit.position === 'before') return { from: heading.from, to: heading.from }
  return { from: repeatsHeading(section, edit) ? heading.from : from, to }
}

interface Work {
  storage: string
  source: Source
  section: Section
  env: Env
  text: string
  edit: SectionEdit
}

/** The storage of Markdown. What a replaced section has already keeps its bytes. */
function markdownContent({ storage, source, section, env, text, edit }: Work): { content: string; removed: string[] } {
  if (edit.position !== 'replace') return { content: mergeBlocks([], text, { storage, env }), removed: [] }
  const withHeading = repeatsHeading(section, edit)
  const nodes = withHeading ? [section.heading, ...section.nodes] : section.nodes
  const before = source.marked.length
  const blocks = blocksOf(nodes, source, withHeading ? section.heading.from : section.from)
  const content = mergeBlocks(blocks, text, { storage, env })
  return { content, removed: source.marked.slice(before).filter(piece => !content.includes(piece)) }
}
