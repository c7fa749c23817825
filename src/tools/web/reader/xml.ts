import sax from 'sax'
import { TaskError } from '../../../lib/threads/errors.ts'
import { escapeHtml } from './html/escape.ts'

/** What a document contains, in its order. */
export interface XmlHandlers {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/**
 * Reads XML, however broken. Names are in lower case, with their prefix. Entities that the document defines are not expanded and external
 * ones not read, and nothing is recursive, so a hostile document costs no more than its length.
 */
export function readXml(source: string, { open, text, close }: XmlHandlers): void {
  const parser = sax.parser(false, { lowercase: true })
  parser.onopentag = ({ name, attributes }) =>
    open?.(name, Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, String(value)])))
  parser.ontext = value => text?.(value)
  parser.oncdata = value => text?.(value)
  parser.onclosetag = name => close?.(name)
  parser.onerror = () => parser.resume()
  parser.write(source).close()
}

export interface XmlElement {
  /** In lower case, with its prefix. */
  name: string
  attributes: Readonly<Record<string, string>>
  children: (XmlElement | string)[]
}

/** Documents of office programs have about twenty levels. What walks the tree may be recursive. */
const MAX_DEPTH = 200

/** Returns the document; its root is the only child. Throws TaskError if it is nested too deeply. */
export function parseXml(source: string): XmlElement {
  const document: XmlElement = { name: '', attributes: {}, children: [] }
  const path = [document]
  readXml(source, {
    open(name, attributes) {
      if (path.length > MAX_DEPTH) throw new TaskError('it is nested too deeply')
      const element: XmlElement = { name, attributes, children: [] }
      path.at(-1)?.children.push(element)
      path.push(element)
    },
    text: text => path.at(-1)?.children.push(text),
    close: () => path.pop()
  })
  return document
}

/** Returns a name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

export const childrenOf = (element: XmlElement | undefined, ...names: string[]): XmlElement[] =>
  (element?.children ?? []).filter(child => typeof child !== 'string').filter(({ name }) => names.includes(name))

/** Returns all elements below with a name without prefix, in order. */
export function elementsIn(root: XmlElement | undefined, local: string): XmlElement[] {
  const found: XmlElement[] = []
  const open: XmlElement[] = root ? [root] : []
  for (let element = open.pop(); element; element = open.pop()) {
    if (localName(element.name) === local) found.push(element)
    for (const child of element.children.toReversed()) if (typeof child !== 'string') open.push(child)
  }
  return found
}

/** Returns the text of an element without its markup. */
export function xmlText(element: XmlElement | undefined): string {
  let text = ''
  const open: (XmlElement | string)[] = element ? [element] : []
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') text += node
    else for (const child of node.children.toReversed()) open.push(child)
  }
  return text.trim()
}

/** Returns the content of an element as HTML. */
export function xmlMarkup(element: XmlElement): string {
  let html = ''
  const open: (XmlElement | { end: string } | string)[] = element.children.toReversed()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') html += escapeHtml(node)
    else if ('end' in node) html += `</${node.end}>`
    else {
      const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
      html += `<${node.name}${attributes.join('')}>`
      open.push({ end: node.name })
      for (const child of node.children.toReversed()) open.push(child)
    }
  }
  return html
}
